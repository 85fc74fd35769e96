import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LibraryItem } from '#contract/library.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { titleOf } from './library-rows.ts'
import { type Moving, Outrun, sendMove } from './send-move.ts'
import { under, withItem, without } from './shelf.ts'
import { changeItem, changeShelf, holdReads, itemSeen } from './shelf-queries.ts'

/**
 * Moves rows: shown at once, sent one after the other, and put back with the reason when the service refuses.
 * The promise rejects then, after that was said.
 */
export function useMoves(organizationId: string) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<LibraryItem, Error, Moving>({
    mutationKey: ['library', 'move'],
    scope: { id: 'library' },
    meta: { resource: 'library', shown: 'in-form' },
    mutationFn: (moving) =>
      sendMove(client, organizationId, moving, () => carryOver(client, organizationId, moving)),
    onMutate: async (moving) => {
      await holdReads(client)
      carryOver(client, organizationId, moving)
    },
    onSuccess: ({ id, version }) => void changeItem(client, id, (item) => ({ ...item, version })),
    onError: (error, { item, from, to }) => {
      carryOver(client, organizationId, { item, from: to, to: from })
      toast.refused(`${words.quoted(titleOf(item))} went back`, { reason: reasonOfMove(error) })
    },
  })
  return mutateAsync
}

export type Move = ReturnType<typeof useMoves>

const reasonOfMove = (error: Error): string => (error instanceof Outrun ? error.message : reasonOf(error))

/** Shows the item where it goes, and no longer where it was. */
function carryOver(client: QueryClient, organizationId: string, { item, from, to }: Moving): void {
  changeItem(client, item.id, (now) => under(now, to.parentId))
  const now = itemSeen(client, item.id) ?? under(item, to.parentId)
  changeShelf(client, organizationId, from.parentId, (shelf) => without(shelf, item.id))
  changeShelf(client, organizationId, to.parentId, (shelf) => withItem(shelf, now, to.position))
}
