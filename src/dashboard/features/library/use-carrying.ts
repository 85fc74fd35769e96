import { useQueryClient } from '@tanstack/react-query'
import { Move as MoveIcon } from 'lucide-react'
import type { LibraryItem } from '#contract/library.ts'
import type { Move } from '../../components/tree-drop.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { isItem, type LibraryRow, namedOrCounted, titleOf } from './library-rows.ts'
import type { Moving } from './send-move.ts'
import { endOf, neighbourOf, type Place } from './shelf.ts'
import { itemSeen, placeSeen } from './shelf-queries.ts'
import { useMoves } from './use-moves.ts'

/** Moving by hand and by dialog, each with its way back. */
export function useCarrying(organizationId: string) {
  const client = useQueryClient()
  const move = useMoves(organizationId)
  const offerBack = (done: readonly Moving[]) => {
    const [first] = done
    if (!first) return
    const what = namedOrCounted(
      done.map(({ item }) => item),
      'row',
    )
    const shelf = first.to.parentId === null ? undefined : itemSeen(client, first.to.parentId)
    const where = shelf ? `into ${words.quoted(titleOf(shelf))}` : 'to the top of the library'
    const back = () => {
      for (const { item, from, to } of done) void move({ item, from: to, to: from }).catch(saidAlready)
    }
    toast.undoable(`Moved ${what} ${where}`, back, { icon: MoveIcon })
  }

  /** A drop in the tree. Rejects, after that was said, when the row went back. */
  const drop = async (dropped: Move, rows: readonly LibraryRow[], rootId: string | null) => {
    const row = rows.find(({ id }) => id === dropped.id)
    if (!row || !isItem(row)) return
    const from = placeSeen(client, organizationId, row.item)
    const moving = { item: row.item, from, to: placeOfDrop(dropped, rows, rootId) }
    await move(moving)
    if (moving.to.parentId !== from.parentId) offerBack([moving])
  }

  /** Several rows to the end of a collection, in their order; null is the top. */
  const moveAll = async (items: readonly LibraryItem[], parentId: string | null) => {
    const leaving = new Set(items.map(({ id }) => id))
    const moves = items
      .map((item) => ({ item, from: placeSeen(client, organizationId, item, leaving), to: endOf(parentId) }))
      .filter(({ from }) => from.parentId !== parentId)
    const ends = await Promise.allSettled(moves.map((one) => move(one)))
    offerBack(moves.filter((_, at) => ends[at]?.status === 'fulfilled'))
  }
  return { drop, moveAll }
}

const saidAlready = () => undefined

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
