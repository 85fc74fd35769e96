import { z } from 'zod'

/**
 * Where something is moved: directly before or after a neighbour; at the end when neither is given. When both
 * are given they must be neighbours of each other.
 */
export const positionOf = <T extends z.ZodType>(anchor: T) =>
  z.object({ before: anchor.optional(), after: anchor.optional() }).describe('Place among the siblings')

/** A position once the kind of the neighbour no longer matters. */
export type Position = { readonly before?: string | undefined; readonly after?: string | undefined }

/** A position with its neighbours reduced to their ids, ready for `slotOf`. */
export function placeOf<T>(
  at: { readonly before?: T | undefined; readonly after?: T | undefined } | undefined,
  idOf: (neighbour: T) => string,
): Position {
  return {
    before: at?.before === undefined ? undefined : idOf(at.before),
    after: at?.after === undefined ? undefined : idOf(at.after),
  }
}

/**
 * The index among `ids` (the moved one left out) at which a position stands, or null when a neighbour is not
 * there or the two are not next to each other.
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

/** The list with one item moved; unchanged when the item or its neighbour is not there. */
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
