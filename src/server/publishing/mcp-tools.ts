import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { markdownOfPage } from './markdown.ts'
import { type ResolvedPage, resolvePage } from './resolve-page.ts'
import { searchResults } from './search.ts'
import { breadcrumbTitles } from './search-pages.ts'
import { viewOf } from './view.ts'
import { basePathOf, canonicalOf, decodedPath, originOf, type Visit } from './visit.ts'

/** Pages per call of the list. */
const PAGES_PER_LIST = 200
/** Characters of Markdown per call. */
const CHARACTERS_PER_READ = 60_000

export type FoundPage = {
  readonly title: string
  readonly url: string
  readonly breadcrumbs: string[]
  readonly excerpts: string[]
}

/** The pages that match a query, as the search of the site finds them. */
export async function searchPages(visit: Visit, input: string): Promise<FoundPage[]> {
  const query = cleanText(input).trim()
  if (query === '') return []
  const { pages, others } = await searchResults(visit, query)
  return [...pages, ...others].map(({ title, href, breadcrumbs, sections }) => ({
    title,
    url: urlOf(visit, href),
    breadcrumbs: [...breadcrumbs],
    excerpts: sections.map((one) => [one.title, one.excerpt].filter((part) => part !== '').join(': ')),
  }))
}

export type ListedPage = {
  readonly title: string
  readonly url: string
  readonly breadcrumbs: string[]
  readonly description?: string
}

/** A part of a list; `next` is the position of the next part. */
export type PageList = { readonly pages: ListedPage[]; readonly next?: number }

/** The pages in the navigation, space by space in reading order, beginning at a position. */
export async function listPages(visit: Visit, from: number): Promise<PageList> {
  const pages: ListedPage[] = []
  let position = 0
  for (const siteSpace of siteSpacesInOrder(visit.state.shape.structure)) {
    const view = await viewOf(visit, siteSpace)
    for (const node of view.order) {
      if (position++ < from) continue
      if (pages.length === PAGES_PER_LIST) return { pages, next: from + PAGES_PER_LIST }
      const { title, description } = node.entry
      pages.push({
        title,
        url: urlOf(visit, view.hrefOf(node) ?? view.root),
        breadcrumbs: breadcrumbTitles(visit, { view, node }),
        ...(description ? { description } : {}),
      })
    }
  }
  return { pages }
}

/** A part of a page in Markdown; `next` is the character at which the next part starts. */
export type PageText = {
  readonly title: string
  readonly url: string
  readonly markdown: string
  readonly next?: number
}

/**
 * A page in Markdown as the visitor reads it, beginning at a character.
 *
 * @param address path of the page below the site, or its URL, with or without `.md`
 * @returns undefined if the visitor would get a 404
 */
export async function readPage(visit: Visit, address: string, from: number): Promise<PageText | undefined> {
  const path = pathOfAddress(visit, cleanText(address))
  const page = path === undefined ? undefined : await pageAt(visit, path)
  if (page?.node === undefined) return undefined
  const { view, node } = page
  const text = await markdownOfPage(visit, view, node)
  const end = characterBoundary(text, from + CHARACTERS_PER_READ)
  return {
    title: node.entry.title,
    url: urlOf(visit, view.hrefOf(node) ?? view.root),
    markdown: text.slice(characterBoundary(text, from), end),
    ...(end < text.length ? { next: end } : {}),
  }
}

async function pageAt(visit: Visit, path: string): Promise<ResolvedPage | undefined> {
  const page = await resolvePage(visit, path)
  const exact = page?.node?.entry.type === 'document' ? page : undefined
  if (exact !== undefined || !path.endsWith('.md')) return exact
  return pageAt(visit, path.slice(0, -3))
}

/** The decoded path below the site; undefined for a URL elsewhere. */
function pathOfAddress(visit: Visit, address: string): string | undefined {
  const [path = ''] = address.trim().split(/[?#]/, 1)
  if (!/^https?:\/\//i.test(path)) return decodedPath(path.replace(/^\/+/, '')) ?? undefined
  const url = URL.parse(path)?.href
  const base = [urlOf(visit, ''), canonicalOf(visit, basePathOf(visit))].find(
    (one) => url === one || url?.startsWith(`${one}/`),
  )
  return base === undefined ? undefined : (decodedPath(url?.slice(base.length) ?? '') ?? undefined)
}

/** The URL at the host of the request, so that clients can open it with the same credentials. */
const urlOf = (visit: Visit, href: string): string =>
  originOf(visit.urls) + (href === '' ? basePathOf(visit) : href)

/** Text from JSON can contain what the database refuses. */
const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Never between the halves of a surrogate pair. */
function characterBoundary(text: string, at: number): number {
  const isWithin = at < text.length && at > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(at))
  return isWithin ? at - 1 : Math.min(at, text.length)
}
