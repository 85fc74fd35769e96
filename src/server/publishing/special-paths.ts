import { cutText } from '#markup/cut-text.ts'
import { renderSearch } from '#published/render-search.ts'
import type { SiteSpaceRow } from '../domain/sites/structure/structure.ts'
import { feedOf, feedOfPage } from './feeds.ts'
import { llmsFullOf, llmsOf } from './llms.ts'
import { offersMarkdown } from './markdown-availability.ts'
import { ownFilesOf, readerSiteOf } from './reader-site.ts'
import { nearestSpace, resolvePage } from './resolve-page.ts'
import { type Bodies, bodyFrom, bodyOf } from './response-bodies.ts'
import { searchResults } from './search.ts'
import type { SiteRequest } from './site-request.ts'
import { HTML_TYPE, okResponse, type SiteResponse } from './site-response.ts'
import { partNumber, robotsOf, sitemapOf, sitemapPart } from './sitemap.ts'
import { cardAt, drawCard } from './social-cards.ts'
import { renderTreeRows } from './tree-rows.ts'
import { visibleFile } from './visible-file.ts'
import { basePathOf, decodedPath, isRestricted, type Visit } from './visit.ts'

/** Responds to paths that are not pages; undefined for any other path. */
export async function respondToSpecialPath(
  visit: Visit,
  bodies: Bodies,
  path: string,
  request: SiteRequest,
): Promise<SiteResponse | undefined> {
  const { query } = request
  if (path === '~search') return search(visit, request)
  if (path === 'robots.txt') return okResponse(bodyOf('text/plain; charset=utf-8', robotsOf(visit)))
  if (Object.hasOwn(LISTINGS, path)) return listing(visit, bodies, path)
  const part = partNumber(path)
  if (part !== undefined) return partOfSitemap(visit, part)
  if (/\/~feed\.xml$|(?:^|\/)rss\.xml$/.test(path)) return pageFeed(visit, path)
  if (/(?:^|\/)~tree$/.test(path)) return treeRows(visit, path, query)
  if (path.startsWith('~files/')) return file(visit, path)
  if (path.startsWith('~social/')) return socialCard(visit, path)
  const own = path.startsWith('~') ? ownFilesOf(visit).get(path) : undefined
  return own && { ...okResponse(bodyOf(own.type, own.text)), isImmutable: true }
}

/** A file of a space on the site, for sites that serve files below their own path. */
async function file(visit: Visit, path: string): Promise<SiteResponse | undefined> {
  const [, spaceId = '', fileId = ''] = path.split('/')
  const row = await visibleFile(visit, spaceId, fileId)
  const isPublic = visit.urls.previewPrefix === undefined && !isRestricted(visit)
  return row && { kind: 'file', file: row, isPublic }
}

/** The social card of a page, rendered on the first request. An outdated name gets the current card. */
async function socialCard(visit: Visit, path: string): Promise<SiteResponse | undefined> {
  const current = await cardAt(visit, path)
  if (current === undefined) return undefined
  const body = bodyFrom('image/png', await drawCard(visit.files, current))
  return { kind: 'body', status: 200, body, isImmutable: current.isCurrent }
}

async function search(visit: Visit, request: SiteRequest): Promise<SiteResponse> {
  const { wantsJson } = request
  const query = (request.query.get('q') ?? '').replaceAll('\0', '').toWellFormed().trim()
  const current = await siteSpaceBefore(visit, request)
  const results = await searchResults(visit, query, current)
  const body = wantsJson
    ? bodyOf('application/json; charset=utf-8', JSON.stringify(results))
    : bodyOf(HTML_TYPE, renderSearch({ site: await readerSiteOf(visit, current), query, results }))
  const event = {
    type: 'search_type_query',
    path: '/',
    query: cutText(query, 512),
    results: results.pages.length + results.others.length,
  } as const
  return { ...okResponse(body), isHidden: true, ...(wantsJson || query === '' ? {} : { event }) }
}

/** The site space that the reader searches from: the script says it, and links and forms do with `Referer`. */
export async function siteSpaceBefore(
  visit: Visit,
  { query, referrer }: SiteRequest,
): Promise<SiteSpaceRow | undefined> {
  const from = query.get('from') ?? URL.parse(referrer ?? '')?.pathname
  const base = basePathOf(visit)
  if (from === undefined || !`${from}/`.startsWith(`${base}/`)) return undefined
  const path = decodedPath(from.slice(base.length))
  return path === null ? undefined : (await nearestSpace(visit, path))?.siteSpace
}

/** Documents about all pages of a public site, by path. */
const LISTINGS: Readonly<Record<string, { type: string; make: (visit: Visit) => Promise<string> }>> = {
  'sitemap.xml': { type: 'application/xml; charset=utf-8', make: sitemapOf },
  '~feed.xml': { type: 'application/atom+xml; charset=utf-8', make: feedOf },
  'llms.txt': { type: 'text/plain; charset=utf-8', make: llmsOf },
  'llms-full.txt': { type: 'text/plain; charset=utf-8', make: llmsFullOf },
}

async function listing(visit: Visit, bodies: Bodies, path: string): Promise<SiteResponse | undefined> {
  const { shape, headsStamp } = visit.state
  const kind = LISTINGS[path]
  if (kind === undefined || shape.structure.site.visibility !== 'public') return undefined
  // The source of pages would reveal content that conditions hide.
  if (path === 'llms-full.txt' && !offersMarkdown(visit)) return undefined
  const make = async () => ({ type: kind.type, text: await kind.make(visit), dependsOnOthers: true })
  const isHidden = path !== 'sitemap.xml'
  const key = `${visit.urls.base} ${visit.urls.previewPrefix ?? ''} ${shape.stamp} ${path}`
  return { ...okResponse(await bodies.get(key, headsStamp, make)), isHidden }
}

/** The updates of a page, below its address; other tools call the file `rss.xml`. */
async function pageFeed(visit: Visit, path: string): Promise<SiteResponse | undefined> {
  if (visit.state.shape.structure.site.visibility !== 'public') return undefined
  const page = await resolvePage(visit, path.replace(/\/?[^/]*$/, ''))
  const text = page?.node && (await feedOfPage(visit, page.view, page.node))
  if (text === undefined) return undefined
  return { ...okResponse(bodyOf('application/atom+xml; charset=utf-8', text)), isHidden: true }
}

/** A part of the sitemap of a large site; not cached, because only crawlers request it. */
async function partOfSitemap(visit: Visit, number: number): Promise<SiteResponse | undefined> {
  if (visit.state.shape.structure.site.visibility !== 'public') return undefined
  const text = await sitemapPart(visit, number)
  return text === undefined ? undefined : okResponse(bodyOf('application/xml; charset=utf-8', text))
}

async function treeRows(
  visit: Visit,
  path: string,
  query: URLSearchParams,
): Promise<SiteResponse | undefined> {
  const page = await resolvePage(visit, path.replace(/\/?~tree$/, ''))
  if (page === undefined || page.node !== page.view.first) return undefined
  const text = await renderTreeRows(visit, page.view, query)
  return text === undefined ? undefined : { ...okResponse(bodyOf(HTML_TYPE, text)), isHidden: true }
}
