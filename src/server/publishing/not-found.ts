import type { NotFoundModel } from '#published/model.ts'
import { renderNotFound } from '#published/render-not-found.ts'
import { readerSiteOf } from './reader-site.ts'
import { spaceNear } from './resolve.ts'
import { pageFor, searched, whereIs } from './search.ts'
import { pagesLike } from './search-queries.ts'
import type { Visit } from './visit.ts'

const mostSuggestions = 3

/** The page for a path of the site that leads nowhere, with pages whose titles are like its last part. */
export async function printNotFound(visit: Visit, path: string): Promise<string> {
  const near = await spaceNear(visit, path)
  const words = wordsOf(path)
  return renderNotFound({
    site: await readerSiteOf(visit, near?.siteSpace),
    path: `/${path}`,
    suggestions: await suggestionsFor(visit, words.split(' ').slice(-6).join(' ')),
    query: words,
  })
}

async function suggestionsFor(visit: Visit, words: string): Promise<NotFoundModel['suggestions']> {
  if (words === '') return []
  const suggestions: NotFoundModel['suggestions'][number][] = []
  for (const like of await pagesLike(visit.db, searched(visit), words, mostSuggestions * 2)) {
    const found = await pageFor(visit, like)
    if (found === undefined || suggestions.length === mostSuggestions) continue
    const where = whereIs(visit, found.view, found.node).join(', ')
    suggestions.push({ title: found.node.entry.title, href: found.href, ...(where ? { where } : {}) })
  }
  return suggestions
}

/** The words of the last part of a path, to look for. */
function wordsOf(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return last
    .slice(0, 200)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
