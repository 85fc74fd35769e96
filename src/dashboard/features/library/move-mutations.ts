import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Move as MoveIcon } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import type { LibraryItem } from '#contract/library.ts'
import { libraryPositionOf } from '#contract/shared/position.ts'
import type { Move } from '../../components/tree-drop.ts'
import { callApi, isApiError } from '../../data/api.ts'
import { ConflictError, retryOnConflict } from '../../data/conflict-retry.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { formatNames, labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { readItem } from './item-requests.ts'
import {
  applyToLibrary,
  cachedItem,
  cachedPosition,
  cancelReads,
  reloadContents,
  updateItem,
} from './library-cache.ts'
import {
  type Contents,
  endOf,
  findItem,
  type ItemPosition,
  type Library,
  neighborOf,
  withMovedItem,
} from './library-data.ts'
import { describeItems, isItem, type LibraryRow, titleOf } from './library-rows.ts'
import { type BatchResult, batchOf, runBatch, type WriteBatch, warnBeforeLeaving } from './write-batch.ts'

/** Moves items by drag or by dialog, with one undo for all of them. */
export function useItemMoves(organizationId: string) {
  const client = useQueryClient()
  const move = useMoveMutation(organizationId)

  const moveItems = async (items: readonly LibraryItem[], first: ItemPosition) => {
    const leaving = new Set(items.map(({ id }) => id))
    const moves = items.map((item, at): ItemMove => {
      const to = positionAfter(items[at - 1], first)
      return { item, from: cachedPosition(client, organizationId, item, leaving), to }
    })
    const batch = batchOf(moves)
    const pending = move(batch)
    const undo = async () => {
      batch.isStopped = true
      const { done } = await pending
      await move(batchOf(done.map(reverseMove)))
    }
    const isElsewhere = moves.some(({ from }) => from.parentId !== first.parentId)
    offerUndo(
      `Moved ${describeItems(items)}${isElsewhere ? ` ${targetLabel(first)}` : ''}`,
      () => void undo(),
      { icon: MoveIcon, during: pending },
    )
    return await pending
  }
  const targetLabel = ({ parentId }: ItemPosition): string => {
    const parent = parentId === null ? undefined : cachedItem(client, parentId)
    return parent ? `into ${labels.quoted(titleOf(parent))}` : 'to the top level of the library'
  }

  /** A drop in the tree. Rejects if an item could not be moved; the user has been notified by then. */
  const drop = async (dropped: Move, rows: readonly LibraryRow[], rootId: string | null) => {
    const ids = new Set(dropped.ids ?? [dropped.id])
    const items = rows.flatMap((row) => (ids.has(row.id) && isItem(row) ? [row.item] : []))
    const { failed } = await moveItems(items, positionOfDrop(dropped, rows, rootId))
    if (failed.length > 0) throw failed[0]?.error
  }
  /**
   * Moves items to the end of a collection (null is the top level), in their order. Items already there are left
   * alone.
   */
  const moveAll = async (items: readonly LibraryItem[], parentId: string | null) => {
    const from = (item: LibraryItem) => cachedPosition(client, organizationId, item).parentId
    const itemMove = items.filter((item) => from(item) !== parentId)
    if (itemMove.length > 0) await moveItems(itemMove, endOf(parentId))
  }
  return { drop, moveAll }
}

/**
 * The first item goes to the position, each other one after its predecessor; without a neighbor all go to the end.
 */
function positionAfter(before: LibraryItem | undefined, first: ItemPosition): ItemPosition {
  if (!before || Object.keys(first.position).length === 0) return first
  return { parentId: first.parentId, position: { after: neighborOf(before) } }
}

/** Translates a drop into a position. Placeholder rows such as “Loading” are no neighbors: next to them means last. */
export function positionOfDrop(
  { parentId, position }: Move,
  rows: readonly LibraryRow[],
  rootId: string | null,
): ItemPosition {
  const neighbor = (id: string | undefined) => {
    const row = rows.find((one) => one.id === id)
    return row && isItem(row) ? neighborOf(row.item) : undefined
  }
  const before = neighbor(position.before)
  const after = neighbor(position.after)
  return {
    parentId: parentId ?? rootId,
    position: { ...(before ? { before } : {}), ...(after ? { after } : {}) },
  }
}

/** Moves items: shows all at their new positions, sends one request after the other, and reverts those that fail. */
function useMoveMutation(organizationId: string) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<BatchResult<ItemMove>, Error, WriteBatch<ItemMove>>({
    mutationKey: ['library', 'move'],
    scope: { id: 'library' },
    meta: { resource: 'library', shown: 'in-form' },
    onMutate: async (batch) => {
      await cancelReads(client)
      batch.pending = applyToLibrary(client, organizationId, batch.items.map(withMove))
    },
    mutationFn: (batch) => {
      const pending = runBatch(batch, async (itemMove) => {
        const { version } = await sendMove(client, organizationId, itemMove)
        return () => updateItem(client, itemMove.item.id, (item) => ({ ...item, version }))
      })
      return warnBeforeLeaving(pending, batch.items.length)
    },
    onSuccess: ({ failed }) => reportFailures(failed),
  })
  return mutateAsync
}

const reverseMove = ({ item, from, to }: ItemMove): ItemMove => ({ item, from: to, to: from })

const withMove =
  ({ item, to }: ItemMove) =>
  (library: Library): Library =>
    withMovedItem(library, findItem(library, item.id)?.item ?? item, to)

function reportFailures(failures: BatchResult<ItemMove>['failed']): void {
  const [first] = failures
  if (!first) return
  const names = failures.map(({ item }) => labels.quoted(titleOf(item.item)))
  const { error } = first
  toast.refused(`Couldn’t move ${formatNames(names)}`, {
    reason: errorMessage(error),
  })
}

/** One item with its old and new position. */
type ItemMove = { readonly item: LibraryItem; readonly from: ItemPosition; readonly to: ItemPosition }

/**
 * Sends a move with the last known version. If someone changed the item, refetches the target and tries once more,
 * provided that the neighbors are still there. Throws `ConflictError` if the position no longer exists, else the
 * `ApiError`.
 */
async function sendMove(
  client: QueryClient,
  organizationId: string,
  itemMove: ItemMove,
): Promise<LibraryItem> {
  const moved = await retryOnConflict({
    state: (cachedItem(client, itemMove.item.id) ?? itemMove.item).version,
    send: (version) => sendOnce(itemMove, version),
    isConflict: isMoveConflict,
    rebase: async (error) => {
      if (error.status === 404) throw await deletionConflict(client, itemMove)
      const [now, contents] = await Promise.all([
        readItem(itemMove.item),
        reloadContents(client, organizationId, itemMove.to.parentId),
      ])
      assertNeighborsExist(client, contents, itemMove.to)
      if (error.type === 'invalid_position') throw error
      return now.version
    },
  })
  return moved ?? itemMove.item
}

/** Errors that someone else's change explains. */
const isMoveConflict = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 404 || error.type === 'stale' || error.type === 'invalid_position')

/** The parent is only sent if it changes: an item shown at the top because its collection is hidden stays in it. */
export const moveBody = ({ from, to }: Pick<ItemMove, 'from' | 'to'>) => ({
  ...(from.parentId === to.parentId ? {} : { parent: to.parentId }),
  ...(Object.keys(to.position).length === 0 ? {} : { position: to.position }),
})

function sendOnce(itemMove: ItemMove, ifMatch: number): Promise<LibraryItem> {
  const { id, object } = itemMove.item
  const body = moveBody(itemMove)
  return object === 'space'
    ? callApi(api.spaces.move, { params: { spaceId: id }, body }, { ifMatch })
    : callApi(api.collections.move, { params: { collectionId: id }, body }, { ifMatch })
}

/** Tells whether the moved item or its target was deleted. */
async function deletionConflict(client: QueryClient, { item, to }: ItemMove): Promise<Error> {
  const itemExists = await readItem(item).then(
    (now) => now.object === 'collection' || now.deletedAt === undefined,
    () => false,
  )
  if (!itemExists || to.parentId === null) return new ConflictError('Someone deleted it in the meantime.')
  const contents = cachedItem(client, to.parentId)
  return new ConflictError(
    contents
      ? `The collection ${labels.quoted(titleOf(contents))} no longer exists.`
      : 'That collection no longer exists.',
  )
}

function assertNeighborsExist(client: QueryClient, contents: Contents, { position }: ItemPosition): void {
  for (const id of Object.values(libraryPositionOf(position))) {
    if (id === undefined || contents.items.some((item) => item.id === id)) continue
    const neighbor = cachedItem(client, id)
    const name = neighbor ? labels.quoted(titleOf(neighbor)) : 'the row next to it'
    throw new ConflictError(
      `Someone moved or deleted ${name} in the meantime, so this position no longer exists.`,
    )
  }
}
