import type { LibraryMove } from './library-position.ts'

/** A position whose neighbors are ids, regardless of their type. */
export type Position = { readonly before?: string | undefined; readonly after?: string | undefined }

/** Replaces the neighbors of a position with their ids, for `slotOf`. */
export function idPositionOf<T>(
  at: { readonly before?: T | undefined; readonly after?: T | undefined } | undefined,
  idOf: (neighbor: T) => string,
): Position {
  return {
    before: at?.before === undefined ? undefined : idOf(at.before),
    after: at?.after === undefined ? undefined : idOf(at.after),
  }
}

/**
 * The index in `ids` (without the moved item) for a position, or null if a neighbor is unknown or the two are not
 * next to each other. The server and the optimistic updates of the dashboard share it, so both agree on the result.
 */
export function slotOf(ids: readonly string[], at: Position | undefined): number | null {
  const before = at?.before === undefined ? null : ids.indexOf(at.before)
  const after = at?.after === undefined ? null : ids.indexOf(at.after)
  if (before === -1 || after === -1) return null
  if (before !== null && after !== null) return before === after + 1 ? before : null
  if (before !== null) return before
  if (after !== null) return after + 1
  return ids.length
}

/** The list with one item moved; unchanged if the item or its neighbor is unknown. */
export function moveTo<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  at: Position | undefined,
): readonly T[] {
  const moved = items.find((item) => item.id === id)
  const others = items.filter((item) => item.id !== id)
  const slot = slotOf(
    others.map((item) => item.id),
    at,
  )
  if (moved === undefined || slot === null) return items
  return [...others.slice(0, slot), moved, ...others.slice(slot)]
}

/** The position of a library move, with ids instead of neighbors. */
export const libraryPositionOf = (at: LibraryMove['position']): Position =>
  idPositionOf(at, (neighbor) => (neighbor.type === 'space' ? neighbor.space : neighbor.collection))
