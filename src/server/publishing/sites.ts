import { renderSearch } from '#published/render-search.ts'
import type { Service } from '../context.ts'
import { type Bodies, type Body, bodyOf, newBodies } from './bodies.ts'
import { markdownOfPage } from './markdown.ts'
import { printNotFound } from './not-found.ts'
import { offersMarkdown, printPage } from './page.ts'
import type { ReaderFiles } from './reader-files.ts'
import { ownFilesOf, readerSiteOf } from './reader-site.ts'
import { type Place, placeAt } from './resolve.ts'
import { answerOf } from './search.ts'
import { robotsOf, sitemapOf } from './sitemap.ts'
import { siteStates } from './state.ts'
import { printRows } from './tree-rows.ts'
import { basePathOf, type Visit } from './visit.ts'

/** What a reader asks for. */
export type Question = {
  readonly basename: string
  /** What follows the basename as it was sent: empty, or from a slash on. */
  readonly path: string
  readonly query: URLSearchParams
  readonly wantsJson: boolean
}

export type Answer =
  | { readonly kind: 'redirect'; readonly href: string }
  | {
      readonly kind: 'body'
      readonly status: 200 | 404
      readonly body: Body
      /** Made of what the address names by its hash, so it never changes. */
      readonly isImmutable?: boolean
      /** Not to be found by search engines. */
      readonly isHidden?: boolean
      /** The page that this is another form of. */
      readonly canonical?: string
    }

/** The published sites of a service; undefined for a site that is not there for everybody. */
export type Sites = {
  readonly ask: (question: Question) => Promise<Answer | undefined>
  readonly bodies: Bodies
}

const html = 'text/html; charset=utf-8'

/** Opens the published sites; what is made for readers is kept with what is returned. */
export function openSites(service: Pick<Service, 'db' | 'urls'>, files: ReaderFiles): Sites {
  const { db, urls } = service
  const stateOf = siteStates(db)
  const bodies = newBodies()
  return {
    bodies,
    async ask(question) {
      const state = await stateOf(question.basename)
      return state === null ? undefined : answer({ db, urls, state, files }, bodies, question)
    },
  }
}

async function answer(visit: Visit, bodies: Bodies, question: Question): Promise<Answer> {
  const path = decoded(question.path)
  if (path === null) return missing(visit, '')
  if (question.path === '') return { kind: 'redirect', href: `${basePathOf(visit)}/` }
  return (
    (await special(visit, bodies, path, question)) ??
    (await page(visit, bodies, path, question)) ??
    missing(visit, path)
  )
}

/** Addresses that are not of pages. */
async function special(
  visit: Visit,
  bodies: Bodies,
  path: string,
  { query, wantsJson }: Question,
): Promise<Answer | undefined> {
  if (path === '~search') return search(visit, query.get('q') ?? '', wantsJson)
  if (path === 'robots.txt') return found(bodyOf('text/plain; charset=utf-8', robotsOf(visit)))
  if (path === 'sitemap.xml') return sitemap(visit, bodies)
  if (/(?:^|\/)~tree$/.test(path)) return rows(visit, path, query)
  const own = path.startsWith('~') ? ownFilesOf(visit).get(path) : undefined
  return own && { ...found(bodyOf(own.type, own.text)), isImmutable: true }
}

async function search(visit: Visit, asked: string, wantsJson: boolean): Promise<Answer> {
  const query = asked.replaceAll('\0', '').toWellFormed().trim()
  const rows = await answerOf(visit, query)
  const body = wantsJson
    ? bodyOf('application/json; charset=utf-8', JSON.stringify(rows))
    : bodyOf(html, renderSearch({ site: readerSiteOf(visit, null), query, rows }))
  return { ...found(body), isHidden: true }
}

async function sitemap(visit: Visit, bodies: Bodies): Promise<Answer | undefined> {
  const { shape, headsStamp } = visit.state
  if (shape.structure.site.visibility !== 'public') return undefined
  const make = async () => ({
    type: 'application/xml; charset=utf-8',
    text: await sitemapOf(visit),
    dependsOnOthers: true,
  })
  return found(await bodies.get(`${shape.stamp} sitemap`, headsStamp, make))
}

async function rows(visit: Visit, path: string, query: URLSearchParams): Promise<Answer | undefined> {
  const place = await placeAt(visit, path.replace(/\/?~tree$/, ''))
  if (place === undefined || place.node !== place.view.first) return undefined
  const text = await printRows(visit, place.view, query)
  return text === undefined ? undefined : { ...found(bodyOf(html, text)), isHidden: true }
}

/** A page, its Markdown, or the way to where it is now. */
async function page(
  visit: Visit,
  bodies: Bodies,
  path: string,
  { path: asked, query }: Question,
): Promise<Answer | undefined> {
  const isMarkdown = path.endsWith('.md') && !(await isPage(visit, path))
  const place = await placeAt(visit, isMarkdown ? path.slice(0, -3) : path)
  if (place === undefined) return undefined
  if (isMarkdown && !(place.node?.entry.type === 'document' && offersMarkdown(visit))) return undefined
  const href = isMarkdown ? markdownHref(place) : hrefOf(place)
  if (href !== basePathOf(visit) + asked) return { kind: 'redirect', href: withQuery(href, query) }
  return isMarkdown ? markdown(visit, place) : found(await printed(visit, bodies, place))
}

/** A page whose own path ends so is a page first of all. */
async function isPage(visit: Visit, path: string): Promise<boolean> {
  const place = await placeAt(visit, path)
  return place?.node?.path?.endsWith('.md') ?? false
}

const hrefOf = ({ view, node }: Place): string => (node && view.hrefOf(node)) ?? view.root

const markdownHref = ({ view, node }: Place): string => `${node ? view.longHrefOf(node) : view.root}.md`

const withQuery = (href: string, query: URLSearchParams): string =>
  query.size === 0 ? href : `${href}?${query}`

async function markdown(visit: Visit, { view, node }: Place): Promise<Answer | undefined> {
  if (node === undefined) return undefined
  const text = await markdownOfPage(visit, view, node)
  const body = bodyOf('text/markdown; charset=utf-8', text)
  return { ...found(body), isHidden: true, canonical: hrefOf({ view, node }) }
}

function printed(visit: Visit, bodies: Bodies, { view, node }: Place): Promise<Body> {
  const make = async () => {
    const { html: text, dependsOnOthers } = await printPage(visit, view, node)
    return { type: html, text, dependsOnOthers }
  }
  return bodies.get(`${view.key} ${node?.entry.id ?? ''}`, visit.state.headsStamp, make)
}

async function missing(visit: Visit, path: string): Promise<Answer> {
  return { kind: 'body', status: 404, body: bodyOf(html, await printNotFound(visit, path)), isHidden: true }
}

const found = (body: Body) => ({ kind: 'body', status: 200, body }) as const

/** A path without slashes around it; null for one that cannot name anything. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path).replace(/^\/+|\/+$/g, '')
    return text.includes('\0') ? null : text.toWellFormed()
  } catch {
    return null
  }
}
