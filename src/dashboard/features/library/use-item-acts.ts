import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { changeItem, holdReads } from './library-cache.ts'
import { titleOf } from './library-rows.ts'

/** Changes of one row in its place: title, emoji, a copy. */
export function useItemActs() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const shownAhead = async (id: string, change: (item: LibraryItem) => LibraryItem) => {
    await holdReads(client)
    return changeItem(client, id, change)
  }
  const takeBack = (_error: Error, _input: unknown, restore: (() => void) | undefined) => restore?.()
  const seen = ({ id, version }: LibraryItem) => void changeItem(client, id, (item) => ({ ...item, version }))

  const space = useApi(api.spaces.update, {
    meta: { refused: 'The space stays as it was' },
    onMutate: ({ params, body }) =>
      shownAhead(params.spaceId, (item) => {
        if (item.object !== 'space') return item
        const emoji = body?.emoji ?? item.emoji
        return { ...item, title: body?.title ?? item.title, emoji }
      }),
    onError: takeBack,
    onSuccess: (now) => {
      seen(now)
      changeItem(client, now.id, () => now)
    },
  })
  const collection = useApi(api.collections.update, {
    meta: { refused: 'The collection stays as it was' },
    onMutate: ({ params, body }) =>
      shownAhead(params.collectionId, (item) => ({ ...item, title: body?.title ?? item.title })),
    onError: takeBack,
    onSuccess: seen,
  })
  const copy = useApi(api.spaces.duplicate, {
    meta: { refused: 'Nothing was copied' },
    onSuccess: (made) => {
      toast.done(`Created ${words.quoted(titleOf(made))}`, {
        icon: Copy,
        act: { label: 'Open', run: () => void navigate({ to: places.space(made.id) }) },
      })
    },
  })

  return {
    rename: (item: LibraryItem, title: string) =>
      item.object === 'space'
        ? space.mutate({ params: { spaceId: item.id }, body: { title }, ifMatch: item.version })
        : collection.mutate({ params: { collectionId: item.id }, body: { title }, ifMatch: item.version }),
    /** An empty emoji gives the default one back. */
    setEmoji: (item: Space, emoji: string) =>
      space.mutate({ params: { spaceId: item.id }, body: { emoji: emoji || null }, ifMatch: item.version }),
    duplicate: (item: Space) => copy.mutate({ params: { spaceId: item.id } }),
  }
}

export type ItemActs = ReturnType<typeof useItemActs>
