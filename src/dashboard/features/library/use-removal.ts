import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm-store.ts'
import { ask, useApi } from '../../lib/api.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { namedOrCounted, titleOf } from './library-rows.ts'
import { questionOf } from './removal-words.ts'
import { type Place, withItem, without } from './shelf.ts'
import { changeShelf, holdReads, itemSeen, placeSeen } from './shelf-queries.ts'
import type { Known } from './use-index.ts'

type Gone = { item: LibraryItem; place: Place }

/** Spaces go to the trash with a way back; collections are asked for first, since they do not come back. */
export function useRemoval(organizationId: string, known: Known) {
  const client = useQueryClient()
  const hide = async (id: string): Promise<Gone | null> => {
    await holdReads(client)
    const item = itemSeen(client, id)
    if (!item) return null
    const place = placeSeen(client, organizationId, item)
    changeShelf(client, organizationId, place.parentId, (shelf) => without(shelf, id))
    return { item, place }
  }
  const show = ({ item, place }: Gone) =>
    changeShelf(client, organizationId, place.parentId, (shelf) => withItem(shelf, item, place.position))
  const putBack = (_error: Error, _input: unknown, gone: Gone | null | undefined) => {
    if (gone) show(gone)
  }
  const space = useApi(api.spaces.delete, {
    meta: { refused: 'The space stays where it is' },
    onMutate: ({ params }) => hide(params.spaceId),
    onError: putBack,
  })
  const collection = useApi(api.collections.delete, {
    meta: { refused: 'The collection stays where it is' },
    onMutate: ({ params }) => hide(params.collectionId),
    onError: putBack,
  })

  const bringBack = async (gone: readonly { item: Space; place: Place }[]) => {
    await holdReads(client)
    for (const one of gone) show(one)
    const back: Space[] = []
    for (const { item, place } of gone) {
      try {
        const { version } = await ask(api.spaces.restore, { params: { spaceId: item.id } })
        await backToPlace(item, place, version)
        back.push(item)
      } catch (error) {
        toast.refused(`${words.quoted(titleOf(item))} stays in the trash`, { reason: reasonOf(error) })
      }
    }
    if (back.length > 0) toast.done(`Restored ${namedOrCounted(back, 'space')}`, { icon: RotateCcw })
    await refresh(client, 'spaces')
  }
  const trash = async (spaces: readonly Space[]) => {
    const leaving = new Set(spaces.map(({ id }) => id))
    const gone = spaces.map((item) => ({ item, place: placeSeen(client, organizationId, item, leaving) }))
    const ends = await Promise.allSettled(
      spaces.map(({ id }) => space.mutateAsync({ params: { spaceId: id } })),
    )
    const done = gone.filter((_, at) => ends[at]?.status === 'fulfilled')
    if (done.length === 0) return
    const what = namedOrCounted(
      done.map(({ item }) => item),
      'space',
    )
    toast.undoable(`Moved ${what} to the trash`, () => void bringBack(done), { icon: Trash2 })
  }
  const drop = async (collections: readonly Collection[]) => {
    const ends = await Promise.allSettled(
      collections.map(({ id }) => collection.mutateAsync({ params: { collectionId: id } })),
    )
    const done = collections.filter((_, at) => ends[at]?.status === 'fulfilled')
    if (done.length > 0) toast.done(`Deleted ${namedOrCounted(done, 'collection')}`, { icon: Trash2 })
  }

  /** Removes rows that do not stand inside each other; answers whether it was done. */
  return async (items: readonly LibraryItem[]): Promise<boolean> => {
    const question = questionOf(items, known.isWhole ? known.index : undefined)
    if (question && !(await confirm(question))) return false
    await Promise.all([trash(items.filter(isSpace)), drop(items.filter(isCollection))])
    return true
  }
}

const isSpace = (item: LibraryItem): item is Space => item.object === 'space'
const isCollection = (item: LibraryItem): item is Collection => item.object === 'collection'

/** A restored space stands at the end; where its neighbour is still there it goes back beside it. */
async function backToPlace(item: Space, { position }: Place, version: number): Promise<void> {
  if (Object.keys(position).length === 0) return
  try {
    await ask(api.spaces.move, { params: { spaceId: item.id }, body: { position } }, { ifMatch: version })
  } catch {
    // Its neighbour is gone, so the end is as good a place as any.
  }
}
