import { useQueryClient } from '@tanstack/react-query'
import { Move as MoveIcon } from 'lucide-react'
import type { LibraryItem } from '#contract/library.ts'
import type { Move } from '../../components/tree-drop.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { turnOf } from './in-turn.ts'
import { itemSeen, placeSeen } from './library-cache.ts'
import { isItem, type LibraryRow, namedOrCounted, titleOf } from './library-rows.ts'
import type { Moving } from './send-move.ts'
import { endOf, neighbourOf, type Place } from './shelf.ts'
import { reversed, useMoves } from './use-moves.ts'

/** Moving by hand and by dialog, one row or several, each time with one way back for all. */
export function useCarrying(organizationId: string) {
  const client = useQueryClient()
  const move = useMoves(organizationId)

  const carry = async (items: readonly LibraryItem[], first: Place) => {
    const leaving = new Set(items.map(({ id }) => id))
    const moves = items.map((item, at): Moving => {
      const to = placeAfter(items[at - 1], first)
      return { item, from: placeSeen(client, organizationId, item, leaving), to }
    })
    const turn = turnOf(moves)
    const ending = move(turn)
    if (moves.some(({ from }) => from.parentId !== first.parentId)) {
      const back = async () => {
        turn.isStopped = true
        const { done } = await ending
        await move(turnOf(done.map(reversed)))
      }
      toast.undoable(`Moved ${namedOrCounted(items)} ${whereTo(first)}`, () => void back(), {
        icon: MoveIcon,
        during: ending,
      })
    }
    return await ending
  }
  const whereTo = ({ parentId }: Place): string => {
    const parent = parentId === null ? undefined : itemSeen(client, parentId)
    return parent ? `into ${words.quoted(titleOf(parent))}` : 'to the top of the library'
  }

  /** A drop in the tree. Rejects, after that was said, when a row went back. */
  const drop = async (dropped: Move, rows: readonly LibraryRow[], rootId: string | null) => {
    const ids = new Set(dropped.ids ?? [dropped.id])
    const items = rows.flatMap((row) => (ids.has(row.id) && isItem(row) ? [row.item] : []))
    const { refused } = await carry(items, placeOfDrop(dropped, rows, rootId))
    if (refused.length > 0) throw refused[0]?.error
  }
  /** Rows to the end of a collection, in their order; null is the top. Those that are in it stay where they are. */
  const moveAll = async (items: readonly LibraryItem[], parentId: string | null) => {
    const from = (item: LibraryItem) => placeSeen(client, organizationId, item).parentId
    const moving = items.filter((item) => from(item) !== parentId)
    if (moving.length > 0) await carry(moving, endOf(parentId))
  }
  return { drop, moveAll }
}

/** The first of several goes to the place, each other one after the one before it; at the end all go to the end. */
function placeAfter(before: LibraryItem | undefined, first: Place): Place {
  if (!before || Object.keys(first.position).length === 0) return first
  return { parentId: first.parentId, position: { after: neighbourOf(before) } }
}

/** A drop as a place: notes such as “Loading” are no neighbours, beside them is the end. */
export function placeOfDrop(
  { parentId, position }: Move,
  rows: readonly LibraryRow[],
  rootId: string | null,
): Place {
  const neighbour = (id: string | undefined) => {
    const row = rows.find((one) => one.id === id)
    return row && isItem(row) ? neighbourOf(row.item) : undefined
  }
  const before = neighbour(position.before)
  const after = neighbour(position.after)
  return {
    parentId: parentId ?? rootId,
    position: { ...(before ? { before } : {}), ...(after ? { after } : {}) },
  }
}
