import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { keyOf } from '../../lib/api.ts'
import { isOfIndex } from './index-query.ts'
import type { Index } from './library-index.ts'
import { libraryQuery } from './library-query.ts'
import { joined, readRows } from './read-rows.ts'
import { endOf, type Place, placeOn, type Shelf } from './shelf.ts'
import { findIn, movedIn, type Shelves, shelfIn, withShelf } from './shelves.ts'

const allShelves = keyOf(api.library.list)
const ofIndex = { queryKey: keyOf(api.spaces.list), predicate: isOfIndex }

/** Stops reads of shelves that are on their way, so that they do not overwrite what is shown ahead of the service. */
export const holdReads = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: allShelves })

/** Changes the library as it is shown, when it is loaded. */
export function changeLibrary(
  client: QueryClient,
  organizationId: string,
  change: (library: Shelves) => Shelves,
): void {
  client.setQueryData(libraryQuery(organizationId).queryKey, (library) => library && change(library))
}

/** Changes a shelf that is loaded. */
export const changeShelf = (
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
  change: (shelf: Shelf) => Shelf,
): void => changeLibrary(client, organizationId, (library) => withShelf(library, parentId, change))

/** Shows something that was just made, last in its parent. */
export function showNew(client: QueryClient, organizationId: string, item: LibraryItem): void {
  changeLibrary(client, organizationId, (library) => {
    const shown = movedIn(library, item, endOf(item.parent ?? null))
    return item.object === 'collection' ? withShelf(shown, item.id, { items: [], count: 0 }) : shown
  })
}

/** Reads a shelf anew and puts it in its place. */
export async function readShelf(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
): Promise<Shelf> {
  const now = shelfIn(client.getQueryData(libraryQuery(organizationId).queryKey), parentId)
  const shelf = await readRows(organizationId, parentId, { atLeast: now?.items.length ?? 0 })
  changeLibrary(client, organizationId, (library) => withShelf(library, parentId, shelf))
  return shelf
}

/** Reads the rows after the last one of a shelf. */
export async function readMore(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
): Promise<void> {
  const page = shelfIn(client.getQueryData(libraryQuery(organizationId).queryKey), parentId)?.next
  if (page === undefined) return
  const more = await readRows(organizationId, parentId, { page })
  changeShelf(client, organizationId, parentId, (now) => (now.next === page ? joined(now, more) : now))
}

/** The item as it was last seen, in the tree or among all. */
export function itemSeen(client: QueryClient, id: string): LibraryItem | undefined {
  for (const [, library] of client.getQueriesData<Shelves>({ queryKey: allShelves })) {
    const found = library && findIn(library, id)
    if (found) return found.item
  }
  for (const [, index] of client.getQueriesData<Index>(ofIndex)) {
    const item = [...(index?.spaces ?? []), ...(index?.collections ?? [])].find((one) => one.id === id)
    if (item) return item
  }
  return undefined
}

/** Where an item stands: on the shelf it is shown on, else at the end of its parent. */
export function placeSeen(
  client: QueryClient,
  organizationId: string,
  item: LibraryItem,
  leaving?: ReadonlySet<string>,
): Place {
  const library = client.getQueryData(libraryQuery(organizationId).queryKey)
  const found = library && findIn(library, item.id)
  return found ? placeOn(found.shelf, found.parentId, item.id, leaving) : endOf(item.parent ?? null)
}

/** Changes one item wherever it is shown; answers how to put it back. */
export function changeItem(
  client: QueryClient,
  id: string,
  change: (item: LibraryItem) => LibraryItem,
): () => void {
  const before = itemSeen(client, id)
  const put = (to: (item: LibraryItem) => LibraryItem) => {
    client.setQueriesData<Shelves>({ queryKey: allShelves }, (library) => library && changed(library, id, to))
    client.setQueriesData<Index>(ofIndex, (index) => index && changedIndex(index, id, to))
  }
  put(change)
  return () => before && put(() => before)
}

function changed(library: Shelves, id: string, to: (item: LibraryItem) => LibraryItem): Shelves {
  const found = findIn(library, id)
  if (!found) return library
  return withShelf(library, found.parentId, (shelf) => ({
    ...shelf,
    items: shelf.items.map((item) => (item.id === id ? to(item) : item)),
  }))
}

const changedIndex = (index: Index, id: string, to: (item: LibraryItem) => LibraryItem): Index => ({
  ...index,
  spaces: index.spaces.map((space) => {
    const now = space.id === id ? to(space) : space
    return now.object === 'space' ? now : space
  }),
  collections: index.collections.map((collection) => {
    const now = collection.id === id ? to(collection) : collection
    return now.object === 'collection' ? now : collection
  }),
})
