import {
  type InfiniteData,
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, RotateCcw, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Input } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { optimistic, type PendingWrite, withItems } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { formatNames, labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { deleteItem, type ItemChange, sendChange } from './item-requests.ts'
import { removalQuestion } from './labels.ts'
import { applyToLibrary, cachedPosition, cancelReads, changeItem, updateItem } from './library-cache.ts'
import { type ItemPosition, type Library, withMovedItem, withoutItem } from './library-data.ts'
import { describeItems, titleOf } from './library-rows.ts'
import { trashQuery } from './queries.ts'
import type { LibraryOverview } from './use-library-index.ts'
import { type BatchResult, batchOf, runBatch, type WriteBatch, warnBeforeLeaving } from './write-batch.ts'

/** Changes of one item: title, emoji, duplicate. */
export function useItemActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const space = useMutation(changeOptions(client, 'spaces'))
  const collection = useMutation(changeOptions(client, 'collections'))
  const copy = useApi(api.spaces.duplicate, {
    meta: { refused: 'Couldn’t duplicate the space' },
    onSuccess: (created) => {
      toast.done(`Created ${labels.quoted(titleOf(created))}`, {
        icon: Copy,
        action: { label: 'Open', run: () => void navigate({ to: paths.space(created.id) }) },
      })
    },
  })

  const change = (item: LibraryItem, to: ItemChange) =>
    item.object === 'space'
      ? space.mutateAsync({ params: { spaceId: item.id }, item, change: to }).catch(alreadyReported)
      : collection.mutateAsync({ item, change: to }).catch(alreadyReported)

  return {
    rename: async (item: LibraryItem, title: string) => {
      const renamed = await change(item, { title })
      if (!renamed) return
      offerUndo(
        `Renamed ${labels.quoted(titleOf(item))} to ${labels.quoted(titleOf(renamed))}`,
        () => void change(renamed, { title: item.title }),
      )
    },
    /** An empty emoji restores the default. */
    setEmoji: async (item: Space, emoji: string) => {
      const changed = await change(item, { emoji: emoji || null })
      if (!changed) return
      offerUndo(
        `Changed the emoji of ${labels.quoted(titleOf(item))}`,
        () => void change(changed, { emoji: item.emoji }),
      )
    },
    duplicate: (item: Space) => copy.mutate({ params: { spaceId: item.id } }),
  }
}

/** The mutation cache has already shown the error. */
const alreadyReported = () => undefined

export type ItemActions = ReturnType<typeof useItemActions>

type ChangeInput = {
  /** The space, whose other reads become stale. */
  readonly params?: { readonly spaceId: string }
  readonly item: LibraryItem
  readonly change: ItemChange
}

/** A change of an item waits for moves of the library, so that it is based on what they make of it. */
const changeOptions = (
  client: QueryClient,
  resource: 'spaces' | 'collections',
): UseMutationOptions<LibraryItem | undefined, Error, ChangeInput, PendingWrite> => ({
  mutationKey: [resource, 'change'],
  scope: { id: 'library' },
  meta: { resource, refused: ({ item }: ChangeInput) => `Couldn’t save ${labels.quoted(titleOf(item))}` },
  onMutate: ({ item, change }) =>
    changeItem(client, item.id, (now) => {
      if ('title' in change) return { ...now, title: change.title }
      return now.object === 'space' && change.emoji !== null ? { ...now, emoji: change.emoji } : now
    }),
  mutationFn: ({ item, change }) => sendChange(item, change),
  onSuccess: (now) => {
    if (now) updateItem(client, now.id, () => now)
  },
})

type Trash = InfiniteData<List<Space>>

/** Restores spaces from the trash, optimistically. */
export function useRestore(organizationId: string) {
  const navigate = useNavigate()
  const restoring = useApi(api.spaces.restore, {
    meta: { refused: 'Couldn’t restore the space' },
    ...optimistic<Trash, Input<typeof api.spaces.restore>>(trashQuery(organizationId), (trash, { params }) =>
      withItems(trash, (items) => items.filter(({ id }) => id !== params.spaceId)),
    ),
  })
  return async (spaces: readonly Space[]) => {
    const ends = await Promise.allSettled(
      spaces.map(({ id }) => restoring.mutateAsync({ params: { spaceId: id } })),
    )
    const done = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    const [first] = done
    if (!first) return
    const to = first.parent ? paths.collection(organizationId, first.parent) : paths.library(organizationId)
    toast.done(`Restored ${describeItems(done)}`, {
      icon: RotateCcw,
      action: { label: 'Show', run: () => void navigate({ to }) },
    })
  }
}

type RemovedItem = { readonly item: LibraryItem; readonly position: ItemPosition }

/**
 * Moves spaces to the trash with one undo for all. Deleting collections can't be undone, so that needs a
 * confirmation.
 */
export function useRemoval(organizationId: string, overview: LibraryOverview) {
  const client = useQueryClient()
  const navigate = useNavigate()

  const removing = useMutation<BatchResult<RemovedItem>, Error, WriteBatch<RemovedItem>>({
    mutationKey: ['library', 'remove'],
    scope: { id: 'library' },
    meta: { resource: 'spaces', shown: 'in-form' },
    onMutate: async (batch) => {
      await cancelReads(client)
      batch.pending = applyToLibrary(client, organizationId, batch.items.map(withRemoval))
    },
    mutationFn: (batch) =>
      warnBeforeLeaving(
        runBatch(batch, ({ item }) => deleteItem(item)),
        batch.items.length,
      ),
    onSuccess: ({ failed }) => reportFailures(failed, 'delete'),
  })
  const restoring = useMutation<BatchResult<RemovedItem>, Error, WriteBatch<RemovedItem>>({
    mutationKey: ['library', 'restore'],
    scope: { id: 'library' },
    meta: { resource: 'spaces', shown: 'in-form' },
    onMutate: async (batch) => {
      await cancelReads(client)
      batch.pending = applyToLibrary(client, organizationId, batch.items.map(withRestored))
    },
    mutationFn: (batch) => warnBeforeLeaving(runBatch(batch, restore), batch.items.length),
    onSuccess: ({ failed }) => reportFailures(failed, 'restore'),
  })

  /** Deletes items that are not nested in each other. Returns whether any was deleted. */
  return async (items: readonly LibraryItem[]): Promise<boolean> => {
    const question = removalQuestion(items, overview.isComplete ? overview.index : undefined)
    if (question && !(await confirm(question))) return false
    const ids = new Set(items.map(({ id }) => id))
    const removed = items.map((item) => ({
      item,
      position: cachedPosition(client, organizationId, item, ids),
    }))
    const batch = batchOf(removed)
    const pending = removing.mutateAsync(batch)
    if (items.every(({ object }) => object === 'space')) {
      const undo = async () => {
        batch.isStopped = true
        // The batch has already restored what was not sent.
        const { done, unsent } = await pending
        const restored = await restoring.mutateAsync(batchOf(done))
        const restoredItems = [...restored.done, ...unsent].map(({ item }) => item)
        if (restoredItems.length > 0)
          toast.done(`Restored ${describeItems(restoredItems)}`, { icon: RotateCcw })
      }
      offerUndo(`Moved ${describeItems(items)} to the trash`, () => void undo(), {
        icon: Trash2,
        during: pending,
      })
      return true
    }
    const { done } = await pending
    if (done.length > 0) {
      const showTrash = {
        label: 'Show trash',
        run: () => void navigate({ to: paths.trash(organizationId) }),
      }
      const deleted = describeItems(done.map(({ item }) => item))
      toast.done(`Deleted ${deleted}`, { icon: Trash2, action: showTrash })
    }
    return done.length > 0
  }
}

const withRemoval =
  ({ item }: RemovedItem) =>
  (library: Library): Library =>
    withoutItem(library, item.id)

const withRestored =
  ({ item, position }: RemovedItem) =>
  (library: Library): Library =>
    withMovedItem(library, item, position)

/** A restored space is last in its parent; it returns to its old neighbor if that still exists. */
async function restore({ item, position: { position } }: RemovedItem): Promise<void> {
  const params = { spaceId: item.id }
  const { version } = await callApi(api.spaces.restore, { params })
  if (Object.keys(position).length === 0) return
  // If the neighbor is removed, the space stays last.
  await callApi(api.spaces.move, { params, body: { position } }, { ifMatch: version }).catch(() => undefined)
}

function reportFailures(failures: BatchResult<RemovedItem>['failed'], verb: 'delete' | 'restore'): void {
  const [first] = failures
  if (!first) return
  const names = failures.map(({ item }) => labels.quoted(titleOf(item.item)))
  const { error } = first
  toast.refused(`Couldn’t ${verb} ${formatNames(names)}`, {
    reason: errorMessage(error),
  })
}
