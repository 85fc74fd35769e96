import { mayContainApiBlock, operationAnchor } from '#markup/api-blocks.ts'
import { mayContainConditions } from '#markup/condition-syntax.ts'
import { mayHideContent, mayHideParts } from '../content/conditional-content.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { type SiteSpaceRow, siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { applyConditions, shownExpressions } from '../text-tasks/apply-conditions.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { pageKey } from './rank-pages.ts'
import type { Candidate } from './ranking-queries.ts'
import { withValuesFor } from './values.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { BaseVisit } from './visit.ts'

/** Pages that are compared in detail. */
const MIN_COMPARED_PAGES = 16
export const MAX_COMPARED_PAGES = 60
/** The same if the text of each may have to be read to know what the visitor sees of it. */
const MAX_COMPARED_WITH_CONDITIONS = 24

export type SearchedSpaces = readonly SiteSpaceRow[]

/** Spaces to search, and how many pages to find. */
export type SearchPart = { readonly among: SearchedSpaces; readonly maxPages: number }

/** A page that the visitor can find by search. */
export type VisiblePage = { readonly view: SpaceView; readonly node: PageNode; readonly href: string }

export type VisibleCandidate = Candidate &
  VisiblePage & {
    /** Anchors of the API operations that the visitor sees; absent if that is all of them. */
    readonly operations?: ReadonlySet<string>
  }

/** The likeliest pages that the visitor can find by search, by `pageKey`. */
export async function visibleCandidates(
  visit: BaseVisit,
  likely: readonly { readonly space: string; readonly page: string }[],
  { among, maxPages }: SearchPart,
): Promise<ReadonlyMap<string, VisibleCandidate>> {
  const { adaptiveContent } = visit.state.shape.structure.site
  const wanted = Math.min(MAX_COMPARED_PAGES, Math.max(MIN_COMPARED_PAGES, Math.ceil(maxPages * 1.5)))
  const most = adaptiveContent ? Math.min(wanted, MAX_COMPARED_WITH_CONDITIONS) : wanted
  let read = 0
  const candidates = new Map<string, VisibleCandidate>()
  for (const { space, page } of likely) {
    if (candidates.size === most) break
    const key = pageKey({ space, page })
    if (candidates.has(key)) continue
    const visible = await visiblePage(visit, { space, page }, among)
    if (visible === undefined || visible.node.entry.noIndex === true) continue
    const parts = await visibleParts(visit, visible)
    candidates.set(key, { space, page, ...visible, ...parts })
    if (parts !== undefined && ++read === MAX_COMPARED_WITH_CONDITIONS) break
  }
  return candidates
}

/**
 * The sections and operations that the visitor sees, for pages with conditional content, because the search index does
 * not know about visitors. Undefined for any other page.
 */
async function visibleParts(
  visit: BaseVisit,
  { view, node: { entry } }: Pick<VisiblePage, 'view' | 'node'>,
): Promise<Required<Pick<VisibleCandidate, 'visible' | 'operations'>> | undefined> {
  const { structure } = visit.state.shape
  const shows = (condition: string) => view.shows(condition, entry)
  if (!appliesConditions(structure.site)) return undefined
  // Whether a text has conditions is known without reading it, so that pages without them cost nothing.
  if (!(await mayHideParts(visit.db, view.content, entry))) return undefined
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const body = await withValuesFor(visit, view, entry, await withReusables(visit.db, view.content, own))
  if (!mayContainConditions(body)) return undefined
  const shown = await shownExpressions(body, shows)
  const sections = await runTextTask('sections', { markdown: body, shown }, body)
  const { title, description = '' } = entry
  return { visible: { title, description, sections }, operations: await operationsIn(body, title, shows) }
}

/** The anchors of the API operations in the visible part of a text. */
async function operationsIn(body: string, title: string, shows: (condition: string) => boolean) {
  if (!mayContainApiBlock(body)) return new Set<string>()
  const markdown = await applyConditions(body, shows)
  const { apiBlocks } = await runTextTask('articleFacts', { markdown, title }, markdown)
  return new Set(apiBlocks.map(operationAnchor))
}

/** Whether conditions may hide words of the site from this visitor. */
export async function mayHideWords(visit: BaseVisit): Promise<boolean> {
  const { whole, shape } = visit.state
  if (!appliesConditions(whole.site)) return false
  for (const siteSpace of shape.structure.siteSpaces)
    if (await mayHideContent(visit.db, (await viewOf(visit, siteSpace)).content)) return true
  return false
}

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
): Promise<VisiblePage | undefined> {
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
