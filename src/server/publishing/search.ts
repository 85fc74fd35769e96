import type { SearchAnswer, SearchRow } from '#published/model.ts'
import type { PageNode } from '../content/snapshot.ts'
import { sectionOf, siteSpacesInOrder } from '../domain/site-structure/structure.ts'
import { corrected } from '../search/corrected.ts'
import { wordsOf } from '../search/question.ts'
import { excerptOf } from './excerpt.ts'
import { offersMarkdown, pagesAbove } from './page.ts'
import { type Hit, hitsOf } from './search-queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { Visit } from './visit.ts'

const mostHits = 150
const mostPages = 20
const mostPlacesOfPage = 4

/** Longest question that is read. */
export const longestQuestion = 512

/** The pages of a site that hold the words of a question, the best first, each with the places in it. */
export async function answerOf(visit: Visit, question: string): Promise<SearchAnswer> {
  const asked = question.slice(0, longestQuestion)
  const hits = await hitsOf(visit.db, searched(visit), asked, mostHits)
  const meant = hits.length > 0 ? null : await corrected(visit.db, searched(visit), wordsOf(asked))
  if (meant === null) return answerFrom(visit, hits, question)
  const better = meant.join(' ')
  return answerFrom(visit, await hitsOf(visit.db, searched(visit), better, mostHits), better)
}

async function answerFrom(visit: Visit, hits: readonly Hit[], question: string): Promise<SearchAnswer> {
  const byPage = Map.groupBy(hits, ({ space, page }) => `${space} ${page}`)
  const rows: SearchRow[] = []
  for (const [first, ...rest] of byPage.values()) {
    if (rows.length === mostPages) break
    const row = first && (await rowOf(visit, [first, ...rest], question))
    if (row) rows.push(row)
  }
  return rows
}

/** Where to look: all spaces that the site shows. */
export const searched = ({ state }: Visit) => ({
  organizationId: state.organizationId,
  spaceIds: state.shape.structure.siteSpaces.map(({ spaceId }) => spaceId),
})

/** A page for the reader: with the view it is in, or undefined when there is none to see. */
export async function pageFor(
  visit: Visit,
  at: { readonly space: string; readonly page: string },
): Promise<{ readonly view: SpaceView; readonly node: PageNode; readonly href: string } | undefined> {
  const shown = siteSpacesInOrder(visit.state.shape.structure).find(({ spaceId }) => spaceId === at.space)
  const view = shown && (await viewOf(visit, shown))
  const node = view?.page(at.page)
  const href = node && view?.hrefOf(node)
  if (!view || !node || href === undefined || view.isHidden(node) || node.entry.type !== 'document') {
    return undefined
  }
  return { view, node, href }
}

async function rowOf(
  visit: Visit,
  hits: readonly [Hit, ...Hit[]],
  question: string,
): Promise<SearchRow | undefined> {
  const found = await pageFor(visit, hits[0])
  if (found === undefined) return undefined
  const { view, node, href } = found
  // A text may hold what a condition hides, so where conditions apply nothing of it is shown.
  const places = offersMarkdown(visit) ? hits.slice(0, mostPlacesOfPage) : []
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
export function whereIs(visit: Visit, view: SpaceView, node: PageNode): string[] {
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const above = pagesAbove(view, node).map(({ entry }) => entry.title)
  return section && structure.sections.length > 1 ? [section.title, ...above] : above
}
