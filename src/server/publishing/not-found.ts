import type { NotFoundModel } from '#published/model.ts'
import { renderNotFound } from '#published/render-message-pages.ts'
import { readerSiteOf } from './reader-site.ts'
import { nearestSpace } from './resolve-page.ts'
import { breadcrumbTitles } from './search-pages.ts'
import { pagesLike } from './search-queries.ts'
import { searchScope, visiblePage } from './searched-pages.ts'
import type { Visit } from './visit.ts'

const MAX_SUGGESTIONS = 3

/** The 404 page of a site, with pages whose titles are similar to the end of the path. */
export async function renderNotFoundPage(visit: Visit, path: string): Promise<string> {
  const nearest = await nearestSpace(visit, path)
  const words = wordsOf(path)
  return renderNotFound({
    site: await readerSiteOf(visit, nearest?.siteSpace),
    path: `/${path}`,
    suggestions: await suggestionsFor(visit, words.split(' ').slice(-6).join(' ')),
    query: words,
  })
}

async function suggestionsFor(visit: Visit, words: string): Promise<NotFoundModel['suggestions']> {
  if (words === '') return []
  const suggestions: NotFoundModel['suggestions'][number][] = []
  for (const similar of await pagesLike(visit.db, searchScope(visit), words, MAX_SUGGESTIONS * 2)) {
    const page = await visiblePage(visit, similar)
    if (page === undefined || suggestions.length === MAX_SUGGESTIONS) continue
    const where = breadcrumbTitles(visit, page).join(', ')
    suggestions.push({ title: page.node.entry.title, href: page.href, ...(where ? { where } : {}) })
  }
  return suggestions
}

/** The words of the last segment of a path. */
function wordsOf(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return last
    .slice(0, 200)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
