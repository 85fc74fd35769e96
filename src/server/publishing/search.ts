import { cutText } from '#markup/cut-text.ts'
import type { SearchResult, SearchResults } from '#published/model.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { Db } from '../db/client.ts'
import { type SiteSpaceRow, sectionOf, siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { excerptOf } from '../search/excerpt.ts'
import { queryWords } from '../search/query.ts'
import { matchingSections } from '../search/sections.ts'
import { correctSpelling, inSpaces } from '../search/spelling.ts'
import { shownExpressions } from '../text-tasks/apply-conditions.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { ancestorsOf } from './page.ts'
import { type Hit, hitsOf, operationHitsOf } from './search-queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { BaseVisit } from './visit.ts'

const MAX_HITS = 150
const MAX_PAGES = 20
const MAX_SECTIONS_PER_PAGE = 4

/** In characters; the rest of a query is ignored. */
export const MAX_QUERY_LENGTH = 512

/** The pages of a site that match a query, best first, each with its matching sections. */
export async function searchResults(visit: BaseVisit, query: string): Promise<SearchResults> {
  const { query: correctedQuery, pages } = await searchVisit(visit, query)
  const rows: SearchResult[] = []
  for await (const page of pages) {
    if (rows.length === MAX_PAGES) break
    rows.push(rowOf(visit, page, correctedQuery))
  }
  return rows
}

/** A heading with the text below it; the page itself for ordinal 0. */
export type MatchingSection = Pick<Hit, 'ordinal' | 'anchor' | 'title' | 'text'>

/** A matching page with its matching sections. */
export type SearchMatch = {
  readonly view: SpaceView
  readonly node: PageNode
  readonly href: string
  readonly sections: readonly MatchingSection[]
  readonly rank: number
}

/**
 * The pages that match a query and that the visitor may see, best first, in all spaces of the site unless limited.
 * The resulting `query` has its spelling corrected if nothing matches otherwise.
 */
export async function searchVisit(
  visit: BaseVisit,
  input: string,
  among: SearchedSpaces = visit.state.shape.structure.siteSpaces,
): Promise<{ readonly query: string; readonly pages: AsyncIterable<SearchMatch> }> {
  const query = cutText(input, MAX_QUERY_LENGTH)
  const where = searchScope(visit, among)
  const hits = await hitsIn(visit.db, where, query)
  const words = queryWords(query)
  const correctedWords =
    hits.length > 0
      ? null
      : await correctSpelling(visit.db, inSpaces(where.organizationId, where.spaceIds), words)
  if (correctedWords === null) return { query: input, pages: matchingPages(visit, hits, words, among) }
  const corrected = correctedWords.join(' ')
  const correctedHits = await hitsIn(visit.db, where, corrected)
  return { query: corrected, pages: matchingPages(visit, correctedHits, queryWords(corrected), among) }
}

/** Matching sections and API operations, best first. */
async function hitsIn(db: Db, where: SearchScope, query: string): Promise<readonly Hit[]> {
  const [hits, operations] = await Promise.all([
    hitsOf(db, where, query, MAX_HITS),
    operationHitsOf(db, where, query, MAX_HITS),
  ])
  if (operations.length === 0) return hits
  return [...hits, ...operations].toSorted((a, b) => b.rank - a.rank).slice(0, MAX_HITS)
}

async function* matchingPages(
  visit: BaseVisit,
  hits: readonly Hit[],
  words: readonly string[],
  among: SearchedSpaces,
): AsyncGenerator<SearchMatch, undefined> {
  for (const [first, ...others] of Map.groupBy(hits, ({ space, page }) => `${space} ${page}`).values()) {
    const page = first && (await visiblePage(visit, first, among))
    if (!page) continue
    const sections = (await visibleMatches(visit, page, words)) ?? [first, ...others]
    if (sections.length === 0) continue
    yield { ...page, rank: first.rank, sections: sections.slice(0, MAX_SECTIONS_PER_PAGE) }
  }
}

/**
 * The matching sections that the visitor sees, for pages with conditional content, because the search index does not
 * know about visitors. Undefined for any other page.
 */
async function visibleMatches(
  visit: BaseVisit,
  { view, node: { entry } }: Pick<SearchMatch, 'view' | 'node'>,
  words: readonly string[],
): Promise<readonly MatchingSection[] | undefined> {
  if (!visit.state.shape.structure.site.adaptiveContent) return undefined
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const body = await withReusables(visit.db, view.content, own)
  if (!body.includes('{% if')) return undefined
  const shown = await shownExpressions(body, visit.state.shape.shows)
  const sections = await runTextTask('sections', { markdown: body, shown }, body)
  const { id: page, title, description = '' } = entry
  return matchingSections(visit.db, { page, title, description, sections }, words)
}

type SearchedSpaces = readonly SiteSpaceRow[]
type SearchScope = ReturnType<typeof searchScope>

/** The spaces to search: all of the site, or some of them. */
export const searchScope = (
  { state }: BaseVisit,
  among: SearchedSpaces = state.shape.structure.siteSpaces,
) => ({
  organizationId: state.organizationId,
  spaceIds: among.map(({ spaceId }) => spaceId),
})

/** The page with its view; undefined if the visitor can't find it by search. */
export async function visiblePage(
  visit: BaseVisit,
  at: { readonly space: string; readonly page: string },
  among: SearchedSpaces = visit.state.shape.structure.siteSpaces,
): Promise<Omit<SearchMatch, 'sections' | 'rank'> | undefined> {
  const ids = new Set(among.map(({ id }) => id))
  const shown = siteSpacesInOrder(visit.state.shape.structure).find(
    ({ id, spaceId }) => spaceId === at.space && ids.has(id),
  )
  const view = shown && (await viewOf(visit, shown))
  const node = view?.page(at.page)
  const href = node && view?.hrefOf(node)
  if (!view || !node || href === undefined || view.isHidden(node) || node.entry.type !== 'document') {
    return undefined
  }
  return { view, node, href }
}

function rowOf(
  visit: BaseVisit,
  { view, node, href, sections: matches }: SearchMatch,
  query: string,
): SearchResult {
  const sections = matches.map((hit) => ({
    title: hit.ordinal === 0 ? '' : hit.title,
    href: hit.anchor ? `${href}#${hit.anchor}` : href,
    excerpt: excerptOf(hit.text, query),
  }))
  return {
    title: node.entry.title,
    href,
    breadcrumbs: breadcrumbTitles(visit, view, node),
    sections: sections.filter(({ title, excerpt }) => title !== '' || excerpt !== ''),
  }
}

/** The titles of the section and the ancestors of a page. */
export function breadcrumbTitles(visit: BaseVisit, view: SpaceView, node: PageNode): string[] {
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const titles = ancestorsOf(view, node).map(({ entry }) => entry.title)
  return section && structure.sections.length > 1 ? [section.title, ...titles] : titles
}
