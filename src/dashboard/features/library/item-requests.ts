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
      if (now.title !== item.title)
        throw new ConflictError(`Someone renamed it to ${labels.quoted(titleOf(now))} in the meantime.`)
      return now.version
    },
  })

const sendDeletion = ({ id, object }: LibraryItem, ifMatch: number): Promise<unknown> =>
  object === 'space'
    ? callApi(api.spaces.delete, { params: { spaceId: id } }, { ifMatch })
    : callApi(api.collections.delete, { params: { collectionId: id } }, { ifMatch })
