import { movedTo } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { type PathMatch, pathMatches } from '../domain/sites/structure/addresses.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { resolvePath } from '../domain/sites/structure-queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { VisitAt } from './visit.ts'

/** A page, or the root of a space; `node` is absent for the root of a space without pages. */
export type Place = { readonly view: SpaceView; readonly node: PageNode | undefined }

/** The one path of this service at which a place is read. */
export const hrefOfPlace = ({ view, node }: Place): string => (node && view.hrefOf(node)) ?? view.root

/**
 * What a path below the site leads to, undefined when to nothing. What is there wins over what has left the address,
 * in the space or with its space; small letters are tried last (decisions 16, 17 and 21).
 *
 * @param path without slashes around it, decoded
 */
export async function placeAt(visit: VisitAt, path: string): Promise<Place | undefined> {
  const { preview, shape } = visit.state
  const { structure } = shape
  const present = pathMatches(structure, [], path)
  const here = await firstPlace(visit, present)
  if (here !== undefined) return here
  if (path === '') return beginningOf(visit)
  const all = await resolvePath(visit.db, structure, path, preview?.moved)
  const moved = (await firstPlace(visit, all.slice(present.length))) ?? (await firstLeft(visit, all))
  if (moved !== undefined) return moved
  const small = path.toLowerCase()
  return small === path ? undefined : placeAt(visit, small)
}

/** The space that a path without a page would belong to: the one with the longest address. */
export async function spaceNear(visit: VisitAt, path: string): Promise<SpaceView | undefined> {
  const [nearest] = pathMatches(visit.state.shape.structure, [], path)
  const place = nearest && siteSpaceOf(visit, nearest)
  return place && viewOf(visit, place)
}

async function firstPlace(visit: VisitAt, readings: readonly PathMatch[]): Promise<Place | undefined> {
  for (const reading of readings) {
    const view = await viewOfReading(visit, reading)
    if (view === undefined) continue
    if (reading.pagePath === '') return { view, node: view.first }
    const node = view.pageAt(reading.pagePath)
    if (node !== undefined && view.hrefOf(node) !== undefined) return { view, node }
  }
  return undefined
}

/** Where a page went that once had the path. */
async function firstLeft(visit: VisitAt, readings: readonly PathMatch[]): Promise<Place | undefined> {
  for (const reading of readings) {
    if (reading.pagePath === '') continue
    const view = await viewOfReading(visit, reading)
    const path = view && (await movedTo(visit.db, view.content.at, reading.pagePath))
    const node = path ? view?.pageAt(path) : undefined
    if (view && node && view.hrefOf(node) !== undefined) return { view, node }
  }
  return undefined
}

/** A site whose default section shows nothing begins with the first space that there is. */
async function beginningOf(visit: VisitAt): Promise<Place | undefined> {
  const [first] = siteSpacesInOrder(visit.state.shape.structure)
  if (first === undefined) return undefined
  const view = await viewOf(visit, first)
  return { view, node: view.first }
}

const siteSpaceOf = ({ state }: VisitAt, { siteSpaceId }: PathMatch) =>
  state.shape.structure.siteSpaces.find(({ id }) => id === siteSpaceId)

async function viewOfReading(visit: VisitAt, reading: PathMatch): Promise<SpaceView | undefined> {
  const siteSpace = siteSpaceOf(visit, reading)
  return siteSpace && viewOf(visit, siteSpace)
}
