import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, RotateCcw } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Input } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { changeItem, updateItem } from './library-cache.ts'
import { describeItems, titleOf } from './library-rows.ts'
import { trashQuery } from './queries.ts'

/** Changes of one item: title, emoji, duplicate. */
export function useItemActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const storeVersion = ({ id, version }: LibraryItem) =>
    updateItem(client, id, (item) => ({ ...item, version }))

  const space = useApi(api.spaces.update, {
    meta: { refused: 'The space stays as it was' },
    onMutate: ({ params, body }) =>
      changeItem(client, params.spaceId, (item) => {
        if (item.object !== 'space') return item
        const emoji = body?.emoji ?? item.emoji
        return { ...item, title: body?.title ?? item.title, emoji }
      }),
    onSuccess: (now) => {
      storeVersion(now)
      updateItem(client, now.id, () => now)
    },
  })
  const collection = useApi(api.collections.update, {
    meta: { refused: 'The collection stays as it was' },
    onMutate: ({ params, body }) =>
      changeItem(client, params.collectionId, (item) => ({ ...item, title: body?.title ?? item.title })),
    onSuccess: storeVersion,
  })
  const copy = useApi(api.spaces.duplicate, {
    meta: { refused: 'Nothing was copied' },
    onSuccess: (created) => {
      toast.done(`Created ${labels.quoted(titleOf(created))}`, {
        icon: Copy,
        action: { label: 'Open', run: () => void navigate({ to: paths.space(created.id) }) },
      })
    },
  })

  return {
    rename: (item: LibraryItem, title: string) =>
      item.object === 'space'
        ? space.mutate({ params: { spaceId: item.id }, body: { title }, ifMatch: item.version })
        : collection.mutate({ params: { collectionId: item.id }, body: { title }, ifMatch: item.version }),
    /** An empty emoji restores the default. */
    setEmoji: (item: Space, emoji: string) =>
      space.mutate({ params: { spaceId: item.id }, body: { emoji: emoji || null }, ifMatch: item.version }),
    duplicate: (item: Space) => copy.mutate({ params: { spaceId: item.id } }),
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

type Trash = InfiniteData<List<Space>>

/** Restores spaces from the trash, optimistically. */
export function useRestore(organizationId: string) {
  const navigate = useNavigate()
  const restoring = useApi(api.spaces.restore, {
    meta: { refused: 'The space stays in the trash' },
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
