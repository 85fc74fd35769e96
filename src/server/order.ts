import { randomBytes } from 'node:crypto'
import { generateKeyBetween } from 'fractional-indexing'
import { type Position, slotOf } from '#contract/shared/position.ts'
import { DomainError } from './errors.ts'

/** An item in an order; keys compare byte by byte (`COLLATE "C"`). */
export type Ordered = { readonly id: string; readonly orderKey: string }

/**
 * The order key for an item that moves to `at` among `siblings`, which can still contain it. Siblings keep their keys,
 * so a move writes one row.
 * @throws {DomainError} `invalid_position` if the position names an item that is not among the siblings
 */
export function orderKeyFor(siblings: readonly Ordered[], id: string, at: Position | undefined): string {
  const others = siblings.filter((sibling) => sibling.id !== id)
  const slot = slotOf(
    others.map((other) => other.id),
    at,
  )
  if (slot === null) {
    throw new DomainError('invalid_position', 'The position isn’t next to one of its siblings')
  }
  return generateKeyBetween(others[slot - 1]?.orderKey ?? null, others[slot]?.orderKey ?? null)
}

/**
 * An order key after the last sibling for an item that others are added next to at the same time: the random part makes
 * each differ. The next key after it is as short as without.
 */
export const newKeyAfter = (last: string | null): string =>
  `${generateKeyBetween(last, null)}${randomBytes(4).toString('hex')}1`

/** The order key after the last sibling. */
export const orderKeyAfter = (last: string | null): string => generateKeyBetween(last, null)
