import type { SearchAnswer, SearchRow } from '#published/model.ts'
import type { PageNode } from '../content/snapshot.ts'
import { type SiteSpaceRow, sectionOf, siteSpacesInOrder } from '../domain/site-structure/structure.ts'
import { corrected } from '../search/corrected.ts'
import { wordsOf } from '../search/question.ts'
import { excerptOf } from './excerpt.ts'
import { offersMarkdown, pagesAbove } from './page.ts'
import { type Hit, hitsOf } from './search-queries.ts'
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

/** A page that was found, where it stands, and the places in it that were found and may be told of. */
export type FoundAt = {
  readonly view: SpaceView
  readonly node: PageNode
  readonly href: string
  readonly places: readonly Hit[]
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
  const hits = await hitsOf(visit.db, where, asked, mostHits)
  const meant = hits.length > 0 ? null : await corrected(visit.db, where, wordsOf(asked))
  if (meant === null) return { asked: question, pages: pagesIn(visit, hits, among) }
  const better = meant.join(' ')
  return { asked: better, pages: pagesIn(visit, await hitsOf(visit.db, where, better, mostHits), among) }
}

async function* pagesIn(
  visit: VisitAt,
  hits: readonly Hit[],
  among: Among,
): AsyncGenerator<FoundAt, undefined> {
  for (const [first, ...rest] of Map.groupBy(hits, ({ space, page }) => `${space} ${page}`).values()) {
    const found = first && (await pageFor(visit, first, among))
    // A text may hold what a condition hides, so where conditions apply nothing of it is told.
    if (found)
      yield {
        ...found,
        rank: first.rank,
        places: offersMarkdown(visit) ? [first, ...rest].slice(0, mostPlacesOfPage) : [],
      }
  }
}

type Among = readonly SiteSpaceRow[]

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
