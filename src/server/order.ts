import { generateKeyBetween } from 'fractional-indexing'
import { type Position, slotOf } from '#contract/shared/position.ts'
import { DomainError } from './errors.ts'

/** Something with a place among its siblings; keys compare byte by byte (`COLLATE "C"`). */
export type Ordered = { readonly id: string; readonly orderKey: string }

/**
 * The order key of something that moves to `at` among `siblings` (which may still hold it). Its siblings keep
 * theirs, so that a move writes one row.
 * @throws {DomainError} `invalid_position` when a neighbour is not among the siblings, or the two are not neighbours.
 */
export function orderKeyFor(siblings: readonly Ordered[], id: string, at: Position | undefined): string {
  const others = siblings.filter((sibling) => sibling.id !== id)
  const slot = slotOf(
    others.map((other) => other.id),
    at,
  )
  if (slot === null) {
    throw new DomainError('invalid_position', 'The position names something that is not a neighbour there')
  }
  return generateKeyBetween(others[slot - 1]?.orderKey ?? null, others[slot]?.orderKey ?? null)
}

/** The key behind the last of the siblings. */
export const orderKeyAfter = (last: string | null): string => generateKeyBetween(last, null)
