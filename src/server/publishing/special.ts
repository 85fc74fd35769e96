import { renderSearch } from '#published/render-search.ts'
import { type Answer, found, html } from './answers.ts'
import { type Bodies, bodyFrom, bodyOf } from './bodies.ts'
import { feedOf } from './feeds.ts'
import { fileShown } from './file-shown.ts'
import { llmsFullOf, llmsOf } from './llms.ts'
import { offersMarkdown } from './markdown-offered.ts'
import type { Question } from './question.ts'
import { ownFilesOf, readerSiteOf } from './reader-site.ts'
import { placeAt } from './resolve.ts'
import { answerOf } from './search.ts'
import { partNumber, robotsOf, sitemapOf, sitemapPart } from './sitemap.ts'
import { cardAt, drawCard } from './social-cards.ts'
import { printRows } from './tree-rows.ts'
import { isForSome, type Visit } from './visit.ts'

/** Addresses that are not of pages. */
export async function special(
  visit: Visit,
  bodies: Bodies,
  path: string,
  { query, wantsJson }: Question,
): Promise<Answer | undefined> {
  if (path === '~search') return search(visit, query.get('q') ?? '', wantsJson)
  if (path === 'robots.txt') return found(bodyOf('text/plain; charset=utf-8', robotsOf(visit)))
  if (Object.hasOwn(listings, path)) return listing(visit, bodies, path)
  const part = partNumber(path)
  if (part !== undefined) return partOfSitemap(visit, part)
  if (/(?:^|\/)~tree$/.test(path)) return rows(visit, path, query)
  if (path.startsWith('~files/')) return file(visit, path)
  if (path.startsWith('~social/')) return card(visit, path)
  const own = path.startsWith('~') ? ownFilesOf(visit).get(path) : undefined
  return own && { ...found(bodyOf(own.type, own.text)), isImmutable: true }
}

/** A file of a space that the site shows, where files are below the site. */
async function file(visit: Visit, path: string): Promise<Answer | undefined> {
  const [, spaceId = '', fileId = ''] = path.split('/')
  const found = await fileShown(visit, spaceId, fileId)
  const isPublic = visit.urls.under === undefined && !isForSome(visit)
  return found && { kind: 'file', file: found, isPublic }
}

/** The picture of a page, drawn when it is asked for first. By a name that was left it is the one of now. */
async function card(visit: Visit, path: string): Promise<Answer | undefined> {
  const found = await cardAt(visit, path)
  if (found === undefined) return undefined
  const body = bodyFrom('image/png', await drawCard(visit.files, found))
  return { kind: 'body', status: 200, body, isImmutable: found.isNow }
}

async function search(visit: Visit, asked: string, wantsJson: boolean): Promise<Answer> {
  const query = asked.replaceAll('\0', '').toWellFormed().trim()
  const rows = await answerOf(visit, query)
  const body = wantsJson
    ? bodyOf('application/json; charset=utf-8', JSON.stringify(rows))
    : bodyOf(html, renderSearch({ site: await readerSiteOf(visit, undefined), query, rows }))
  const happening = {
    type: 'search_type_query',
    path: '/',
    query: query.slice(0, 512),
    results: rows.length,
  } as const
  return { ...found(body), isHidden: true, ...(wantsJson || query === '' ? {} : { happening }) }
}

/** What a public site tells programs of all its pages, by the path of it. */
const listings: Readonly<Record<string, { type: string; make: (visit: Visit) => Promise<string> }>> = {
  'sitemap.xml': { type: 'application/xml; charset=utf-8', make: sitemapOf },
  '~feed.xml': { type: 'application/atom+xml; charset=utf-8', make: feedOf },
  'llms.txt': { type: 'text/plain; charset=utf-8', make: llmsOf },
  'llms-full.txt': { type: 'text/plain; charset=utf-8', make: llmsFullOf },
}

async function listing(visit: Visit, bodies: Bodies, path: string): Promise<Answer | undefined> {
  const { shape, headsStamp } = visit.state
  const kind = listings[path]
  if (kind === undefined || shape.structure.site.visibility !== 'public') return undefined
  // Conditions inside of a text are in its source, which is then for nobody.
  if (path === 'llms-full.txt' && !offersMarkdown(visit)) return undefined
  const make = async () => ({ type: kind.type, text: await kind.make(visit), dependsOnOthers: true })
  const isHidden = path !== 'sitemap.xml'
  const key = `${visit.urls.base} ${visit.urls.under ?? ''} ${shape.stamp} ${path}`
  return { ...found(await bodies.get(key, headsStamp, make)), isHidden }
}

/** Of sites with more pages than one file may name; asked for by crawlers alone, so not kept. */
async function partOfSitemap(visit: Visit, number: number): Promise<Answer | undefined> {
  if (visit.state.shape.structure.site.visibility !== 'public') return undefined
  const text = await sitemapPart(visit, number)
  return text === undefined ? undefined : found(bodyOf('application/xml; charset=utf-8', text))
}

async function rows(visit: Visit, path: string, query: URLSearchParams): Promise<Answer | undefined> {
  const place = await placeAt(visit, path.replace(/\/?~tree$/, ''))
  if (place === undefined || place.node !== place.view.first) return undefined
  const text = await printRows(visit, place.view, query)
  return text === undefined ? undefined : { ...found(bodyOf(html, text)), isHidden: true }
}
