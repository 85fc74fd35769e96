import { movedTo } from '../content/read.ts'
import { relocatedFrom } from '../content/relocations.ts'
import type { PageNode } from '../content/snapshot.ts'
import { type PathMatch, pathMatches } from '../domain/sites/structure/addresses.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { resolvePath } from '../domain/sites/structure-queries.ts'
import { viewOfSpace } from './targets.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { BaseVisit } from './visit.ts'

/** A page of a site space; `node` is undefined at the root of a space without pages. */
export type ResolvedPage = { readonly view: SpaceView; readonly node: PageNode | undefined }

/** The one path at which the page is served; other paths redirect to it. */
export const hrefOfResolvedPage = ({ view, node }: ResolvedPage): string =>
  (node && view.hrefOf(node)) ?? view.root

/**
 * The page at a path below the site, if any. Current addresses win over former ones of pages and spaces; the path in
 * lower case and composed form comes last.
 *
 * @param path without slashes around it, decoded
 */
export async function resolvePage(visit: BaseVisit, path: string): Promise<ResolvedPage | undefined> {
  const { preview, shape } = visit.state
  const { structure } = shape
  const present = pathMatches(structure, [], path)
  const current = await firstExistingPage(visit, present)
  if (current !== undefined) return current
  if (path === '') return firstPageOfSite(visit)
  const all = await resolvePath(visit.db, structure, path, preview?.moved)
  const moved =
    (await firstExistingPage(visit, all.slice(present.length))) ?? (await firstMovedPage(visit, all))
  if (moved !== undefined) return moved
  const normalized = path.normalize('NFC').toLowerCase()
  return normalized === path ? undefined : resolvePage(visit, normalized)
}

/** The space that a path without a page belongs to: the one with the longest matching address. */
export async function nearestSpace(visit: BaseVisit, path: string): Promise<SpaceView | undefined> {
  const [nearest] = pathMatches(visit.state.shape.structure, [], path)
  const siteSpace = nearest && siteSpaceOf(visit, nearest)
  return siteSpace && viewOf(visit, siteSpace)
}

async function firstExistingPage(
  visit: BaseVisit,
  matches: readonly PathMatch[],
): Promise<ResolvedPage | undefined> {
  for (const match of matches) {
    const view = await viewOfMatch(visit, match)
    if (view === undefined) continue
    if (match.pagePath === '') return { view, node: view.first }
    const node = view.pageAt(match.pagePath)
    if (node !== undefined && view.hrefOf(node) !== undefined) return { view, node }
  }
  return undefined
}

/** The page that had the path before it moved. */
async function firstMovedPage(
  visit: BaseVisit,
  matches: readonly PathMatch[],
): Promise<ResolvedPage | undefined> {
  for (const match of matches) {
    if (match.pagePath === '') continue
    const view = await viewOfMatch(visit, match)
    const path = view && (await movedTo(visit.db, view.content.at, match.pagePath))
    const node = path ? view?.pageAt(path) : undefined
    if (view && node && view.hrefOf(node) !== undefined) return { view, node }
    const relocated = view && (await relocatedPage(visit, view, match.pagePath))
    if (relocated !== undefined) return relocated
  }
  return undefined
}

/** The page that had the path in the space before it moved to another space of the site. */
async function relocatedPage(
  visit: BaseVisit,
  near: SpaceView,
  path: string,
): Promise<ResolvedPage | undefined> {
  const address = await relocatedFrom(visit.db, near.content.at, path)
  const view = address && (await viewOfSpace(visit, near, address.spaceId))
  const node = address && view?.page(address.pageId)
  return view && node && view.hrefOf(node) !== undefined ? { view, node } : undefined
}

/** A site whose default section is not visible starts with its first visible space. */
async function firstPageOfSite(visit: BaseVisit): Promise<ResolvedPage | undefined> {
  const [first] = siteSpacesInOrder(visit.state.shape.structure)
  if (first === undefined) return undefined
  const view = await viewOf(visit, first)
  return { view, node: view.first }
}

const siteSpaceOf = ({ state }: BaseVisit, { siteSpaceId }: PathMatch) =>
  state.shape.structure.siteSpaces.find(({ id }) => id === siteSpaceId)

async function viewOfMatch(visit: BaseVisit, match: PathMatch): Promise<SpaceView | undefined> {
  const siteSpace = siteSpaceOf(visit, match)
  return siteSpace && viewOf(visit, siteSpace)
}
