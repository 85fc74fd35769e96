import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { callApi } from '../../data/api.ts'
import { ConflictError, retryOnConflict } from '../../data/conflict-retry.ts'
import { labels } from '../../lib/labels.ts'
import { titleOf } from './library-rows.ts'

/** An item as it is now. */
export const readItem = ({ id, object }: LibraryItem): Promise<LibraryItem> =>
  object === 'space'
    ? callApi(api.spaces.get, { params: { spaceId: id } })
    : callApi(api.collections.get, { params: { collectionId: id } })

/** A new title, or a new emoji of a space; null restores the default. */
export type ItemChange = { readonly title: string } | { readonly emoji: string | null }

/**
 * Changes the title or the emoji of an item. Another version, as after a move that had not ended yet, is changed as
 * well; throws `ConflictError` if someone has changed the same in the meantime.
 */
export const sendChange = (item: LibraryItem, change: ItemChange): Promise<LibraryItem | undefined> =>
  retryOnConflict({
    state: item.version,
    send: (version) => sendUpdate(item, change, version),
    rebase: async () => {
      const now = await readItem(item)
      if ('title' in change) assertSameTitle(item, now)
      else if ('emoji' in item && 'emoji' in now && item.emoji !== now.emoji)
        throw new ConflictError('Someone changed its emoji in the meantime.')
      return now.version
    },
  })

const sendUpdate = (
  { id, object }: LibraryItem,
  change: ItemChange,
  ifMatch: number,
): Promise<LibraryItem> =>
  object === 'collection' && 'title' in change
    ? callApi(api.collections.update, { params: { collectionId: id }, body: change }, { ifMatch })
    : callApi(api.spaces.update, { params: { spaceId: id }, body: change }, { ifMatch })

/**
 * Deletes an item. Another version, as after a move that had not ended yet, is deleted as well; throws `ConflictError`
 * if it has another title.
 */
export const deleteItem = (item: LibraryItem): Promise<unknown> =>
  retryOnConflict({
    state: item.version,
    send: (version) => sendDeletion(item, version),
    rebase: async () => {
      const now = await readItem(item)
      assertSameTitle(item, now)
      return now.version
    },
  })

function assertSameTitle(item: LibraryItem, now: LibraryItem): void {
  if (now.title === item.title) return
  throw new ConflictError(`Someone renamed it to ${labels.quoted(titleOf(now))} in the meantime.`)
}

const sendDeletion = ({ id, object }: LibraryItem, ifMatch: number): Promise<unknown> =>
  object === 'space'
    ? callApi(api.spaces.delete, { params: { spaceId: id } }, { ifMatch })
    : callApi(api.collections.delete, { params: { collectionId: id } }, { ifMatch })
