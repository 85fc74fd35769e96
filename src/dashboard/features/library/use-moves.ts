import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { namesOf } from '../../lib/namings.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type Ended, inTurn, type Turn } from './in-turn.ts'
import { changeItem, changeLibrary, holdReads, itemSeen } from './library-cache.ts'
import { titleOf } from './library-rows.ts'
import { type Moving, Outrun, sendMove } from './send-move.ts'
import { movedIn } from './shelves.ts'
import { stayUntil } from './stay-until.ts'

/**
 * Moves rows: all are shown at once where they go, sent one after the other, and those that the service refuses are
 * put back, with the reason.
 */
export function useMoves(organizationId: string) {
  const client = useQueryClient()
  const show = (moves: readonly Moving[]) => carryOver(client, organizationId, moves)
  const { mutateAsync } = useMutation<Ended<Moving>, Error, Turn<Moving>>({
    mutationKey: ['library', 'move'],
    scope: { id: 'library' },
    meta: { resource: 'library', shown: 'in-form' },
    onMutate: async ({ items }) => {
      await holdReads(client)
      show(items)
    },
    mutationFn: (turn) => {
      const ending = inTurn(turn, async (moving) => {
        const { version } = await sendMove(client, organizationId, moving, () => show([moving]))
        changeItem(client, moving.item.id, (item) => ({ ...item, version }))
      })
      return stayUntil(ending, turn.items.length)
    },
    onSuccess: ({ refused, left }) => {
      show([...refused.map(({ item }) => item), ...left].map(reversed))
      sayRefused(refused)
    },
  })
  return mutateAsync
}

/** The way back. */
export const reversed = ({ item, from, to }: Moving): Moving => ({ item, from: to, to: from })

function carryOver(client: QueryClient, organizationId: string, moves: readonly Moving[]): void {
  if (moves.length === 0) return
  const items = moves.map(({ item, to }) => ({ item: itemSeen(client, item.id) ?? item, to }))
  changeLibrary(client, organizationId, (library) =>
    items.reduce((all, { item, to }) => movedIn(all, item, to), library),
  )
}

function sayRefused(refused: Ended<Moving>['refused']): void {
  const [first] = refused
  if (!first) return
  const names = refused.map(({ item }) => words.quoted(titleOf(item.item)))
  const { error } = first
  toast.refused(`${namesOf(names)} went back`, {
    reason: error instanceof Outrun ? error.message : reasonOf(error),
  })
}
