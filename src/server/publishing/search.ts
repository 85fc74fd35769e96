import { parseMarkdown } from '#markup/parse.ts'
import { sectionsOf } from '#markup/sections.ts'
import type { SearchAnswer, SearchRow } from '#published/model.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { Db } from '../db/client.ts'
import { type SiteSpaceRow, sectionOf, siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { excerptOf } from '../search/excerpt.ts'
import { queryWords } from '../search/query.ts'
import { matchingSections } from '../search/sections.ts'
import { correctSpelling } from '../search/spelling.ts'
import { pagesAbove } from './page.ts'
import { type Hit, hitsOf, operationHitsOf } from './search-queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { VisitAt } from './visit.ts'

const mostHits = 150
const mostPages = 20
const mostPlacesOfPage = 4

/** Longest question that is read. */
export const longestQuestion = 512

/** The pages of a site that hold the words of a question, the best first, each with the places in it. */
export async function answerOf(visit: VisitAt, question: string): Promise<SearchAnswer> {
  const { asked, pages } = await foundOn(visit, question)
  const rows: SearchRow[] = []
  for await (const page of pages) {
    if (rows.length === mostPages) break
    rows.push(rowOf(visit, page, asked))
  }
  return rows
}

/** A heading with its text that holds the words; with ordinal 0 the page itself. */
export type Place = Pick<Hit, 'ordinal' | 'anchor' | 'title' | 'text'>

/** A page that was found, where it stands, and the places in it that were found. */
export type FoundAt = {
  readonly view: SpaceView
  readonly node: PageNode
  readonly href: string
  readonly places: readonly Place[]
  readonly rank: number
}

/**
 * The pages that hold the words of a question and that the visitor may see, the best first, in some spaces of the site
 * or in all. `asked` is the question with words corrected that nothing has.
 */
export async function foundOn(
  visit: VisitAt,
  question: string,
  among: Among = visit.state.shape.structure.siteSpaces,
): Promise<{ readonly asked: string; readonly pages: AsyncIterable<FoundAt> }> {
  const asked = question.slice(0, longestQuestion)
  const where = searched(visit, among)
  const hits = await allHits(visit.db, where, asked)
  const meant = hits.length > 0 ? null : await correctSpelling(visit.db, where, queryWords(asked))
  if (meant === null) return { asked: question, pages: pagesIn(visit, hits, queryWords(asked), among) }
  const better = meant.join(' ')
  const found = await allHits(visit.db, where, better)
  return { asked: better, pages: pagesIn(visit, found, queryWords(better), among) }
}

/** Places in texts and operations that pages show, the best first. */
async function allHits(db: Db, where: Searched, question: string): Promise<readonly Hit[]> {
  const [hits, operations] = await Promise.all([
    hitsOf(db, where, question, mostHits),
    operationHitsOf(db, where, question, mostHits),
  ])
  if (operations.length === 0) return hits
  return [...hits, ...operations].toSorted((a, b) => b.rank - a.rank).slice(0, mostHits)
}

async function* pagesIn(
  visit: VisitAt,
  hits: readonly Hit[],
  words: readonly string[],
  among: Among,
): AsyncGenerator<FoundAt, undefined> {
  for (const [first, ...rest] of Map.groupBy(hits, ({ space, page }) => `${space} ${page}`).values()) {
    const found = first && (await pageFor(visit, first, among))
    if (!found) continue
    const said = await saidTo(visit, found, words)
    const places = said ?? [first, ...rest]
    if (places.length === 0) continue
    yield { ...found, rank: first.rank, places: places.slice(0, mostPlacesOfPage) }
  }
}

/**
 * Where a page says the words to the visitor, for a page of which conditions hide a part from them: what is stored of
 * it knows nothing of visitors. Undefined for every other page.
 */
async function saidTo(
  visit: VisitAt,
  { view, node: { entry } }: Pick<FoundAt, 'view' | 'node'>,
  words: readonly string[],
): Promise<readonly Place[] | undefined> {
  if (!visit.state.shape.structure.site.adaptiveContent) return undefined
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const body = await withReusables(visit.db, view.content, own)
  if (!body.includes('{% if')) return undefined
  const sections = sectionsOf(parseMarkdown(body), visit.state.shape.shows)
  const { id: page, title, description = '' } = entry
  return matchingSections(visit.db, { page, title, description, sections }, words)
}

type Among = readonly SiteSpaceRow[]
type Searched = ReturnType<typeof searched>

/** Where to look: all spaces that the site shows, or some of them. */
export const searched = ({ state }: VisitAt, among: Among = state.shape.structure.siteSpaces) => ({
  organizationId: state.organizationId,
  spaceIds: among.map(({ spaceId }) => spaceId),
})

/** A page for the reader: with the view it is in, or undefined when there is none to see. */
export async function pageFor(
  visit: VisitAt,
  at: { readonly space: string; readonly page: string },
  among: Among = visit.state.shape.structure.siteSpaces,
): Promise<Omit<FoundAt, 'places' | 'rank'> | undefined> {
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

function rowOf(visit: VisitAt, { view, node, href, places }: FoundAt, question: string): SearchRow {
  const sections = places.map((hit) => ({
    title: hit.ordinal === 0 ? '' : hit.title,
    href: hit.anchor ? `${href}#${hit.anchor}` : href,
    excerpt: excerptOf(hit.text, question),
  }))
  return {
    title: node.entry.title,
    href,
    breadcrumbs: whereIs(visit, view, node),
    sections: sections.filter(({ title, excerpt }) => title !== '' || excerpt !== ''),
  }
}

/** The section and the pages above, by their titles. */
export function whereIs(visit: VisitAt, view: SpaceView, node: PageNode): string[] {
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const above = pagesAbove(view, node).map(({ entry }) => entry.title)
  return section && structure.sections.length > 1 ? [section.title, ...above] : above
}
