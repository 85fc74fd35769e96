import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { shelfPlaceOf } from '#contract/shared/shelf.ts'
import { ask, isRefusal } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { itemSeen, readShelf } from './library-cache.ts'
import { titleOf } from './library-rows.ts'
import type { Place, Shelf } from './shelf.ts'

/** One row on its way from one place to another. */
export type Moving = { readonly item: LibraryItem; readonly from: Place; readonly to: Place }

/** Somebody else was faster; the message says what they did, for people. */
export class Outrun extends Error {
  override readonly name = 'Outrun'
}

/**
 * Sends a move with the version last seen. When somebody changed the row meanwhile, the shelf is read again and the
 * move tried once more on top of what they did, if its neighbours are still there.
 * @param again shows the move anew, after the shelf was read
 * @throws {Outrun} when what they did makes the place meaningless; {ApiError} for other refusals
 */
export async function sendMove(
  client: QueryClient,
  organizationId: string,
  moving: Moving,
  again: () => void,
): Promise<LibraryItem> {
  try {
    return await put(moving, (itemSeen(client, moving.item.id) ?? moving.item).version)
  } catch (error) {
    if (isRefusal(error, 404)) throw await outrunByDelete(client, moving)
    if (!isRefusal(error) || (error.type !== 'stale' && error.type !== 'invalid_position')) throw error
    const [now, shelf] = await Promise.all([
      read(moving.item),
      readShelf(client, organizationId, moving.to.parentId),
    ])
    expectNeighbours(client, shelf, moving.to)
    if (error.type === 'invalid_position') throw error
    again()
    return await put(moving, now.version)
  }
}

/** The parent is named only when it changes: what stands at the top because its collection is unseen stays in it. */
export const bodyOf = ({ from, to }: Pick<Moving, 'from' | 'to'>) => ({
  ...(from.parentId === to.parentId ? {} : { parent: to.parentId }),
  ...(Object.keys(to.position).length === 0 ? {} : { position: to.position }),
})

function put(moving: Moving, ifMatch: number): Promise<LibraryItem> {
  const { id, object } = moving.item
  const body = bodyOf(moving)
  return object === 'space'
    ? ask(api.spaces.move, { params: { spaceId: id }, body }, { ifMatch })
    : ask(api.collections.move, { params: { collectionId: id }, body }, { ifMatch })
}

const read = ({ id, object }: LibraryItem): Promise<LibraryItem> =>
  object === 'space'
    ? ask(api.spaces.get, { params: { spaceId: id } })
    : ask(api.collections.get, { params: { collectionId: id } })

/** Which of the two is gone: what was moved, or the collection it was moved to. */
async function outrunByDelete(client: QueryClient, { item, to }: Moving): Promise<Error> {
  const isThere = await read(item).then(
    (now) => now.object === 'collection' || now.deletedAt === undefined,
    () => false,
  )
  if (!isThere || to.parentId === null) return new Outrun('Somebody deleted it meanwhile.')
  const shelf = itemSeen(client, to.parentId)
  return new Outrun(
    shelf
      ? `The collection ${words.quoted(titleOf(shelf))} is not there any more.`
      : 'That collection is not there any more.',
  )
}

function expectNeighbours(client: QueryClient, shelf: Shelf, { position }: Place): void {
  for (const id of Object.values(shelfPlaceOf(position))) {
    if (id === undefined || shelf.items.some((item) => item.id === id)) continue
    const neighbour = itemSeen(client, id)
    const name = neighbour ? words.quoted(titleOf(neighbour)) : 'the row beside it'
    throw new Outrun(`Somebody moved or deleted ${name} meanwhile, so this place is not there any more.`)
  }
}
