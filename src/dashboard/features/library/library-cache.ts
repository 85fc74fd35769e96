import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { keyOf } from '../../data/api.ts'
import {
  applyAllOptimistic,
  applyOptimistic,
  type PendingWrite,
  pendingTogether,
  updateServerData,
} from '../../data/optimistic.ts'
import {
  type Contents,
  contentsOfParent,
  endOf,
  findItem,
  type ItemPosition,
  type Library,
  positionIn,
  withContents,
  withMovedItem,
} from './library-data.ts'
import type { Index } from './library-index.ts'
import { appendRows, libraryQuery, readContents } from './queries.ts'
import { isIndexQuery } from './use-library-index.ts'

const libraryKey = keyOf(api.library.list)
const indexFilter = { queryKey: keyOf(api.spaces.list), predicate: isIndexQuery }

/** Cancels running reads of the library, which would overwrite optimistic changes. */
export const cancelReads = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: libraryKey })

/** Shows writes to the library before the server has answered, if it is loaded. */
export const applyToLibrary = (
  client: QueryClient,
  organizationId: string,
  writes: readonly ((library: Library) => Library)[],
): PendingWrite[] =>
  applyAllOptimistic<Library>(
    client,
    { queryKey: libraryQuery(organizationId).queryKey, exact: true },
    writes,
  )

/** Updates the cached library with what the server has, if it is loaded. */
export function updateLibrary(
  client: QueryClient,
  organizationId: string,
  change: (library: Library) => Library,
): void {
  updateServerData<Library>(client, { queryKey: libraryQuery(organizationId).queryKey, exact: true }, change)
}

/** Updates the contents of one collection, if they are loaded. */
export const updateContents = (
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
  change: (contents: Contents) => Contents,
): void => updateLibrary(client, organizationId, (library) => withContents(library, parentId, change))

/** Shows a created item, last in its parent. */
export function addItem(client: QueryClient, organizationId: string, item: LibraryItem): void {
  updateLibrary(client, organizationId, (library) => {
    const shown = withMovedItem(library, item, endOf(item.parent ?? null))
    return item.object === 'collection' ? withContents(shown, item.id, { items: [], count: 0 }) : shown
  })
}

/** Refetches the contents of one collection. */
export async function reloadContents(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
): Promise<Contents> {
  const now = contentsOfParent(client.getQueryData(libraryQuery(organizationId).queryKey), parentId)
  const contents = await readContents(organizationId, parentId, { atLeast: now?.items.length ?? 0 })
  updateLibrary(client, organizationId, (library) => withContents(library, parentId, contents))
  return contents
}

/** Reads the next page of a collection's contents. */
export async function loadMore(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
): Promise<void> {
  const page = contentsOfParent(client.getQueryData(libraryQuery(organizationId).queryKey), parentId)?.next
  if (page === undefined) return
  const more = await readContents(organizationId, parentId, { page })
  updateContents(client, organizationId, parentId, (now) => (now.next === page ? appendRows(now, more) : now))
}

/** The cached item, from the tree or the index. */
export function cachedItem(client: QueryClient, id: string): LibraryItem | undefined {
  for (const [, library] of client.getQueriesData<Library>({ queryKey: libraryKey })) {
    const match = library && findItem(library, id)
    if (match) return match.item
  }
  for (const [, index] of client.getQueriesData<Index>(indexFilter)) {
    const item = [...(index?.spaces ?? []), ...(index?.collections ?? [])].find((one) => one.id === id)
    if (item) return item
  }
  return undefined
}

/** Current position of an item; last in its parent if that is not loaded. */
export function cachedPosition(
  client: QueryClient,
  organizationId: string,
  item: LibraryItem,
  leaving?: ReadonlySet<string>,
): ItemPosition {
  const library = client.getQueryData(libraryQuery(organizationId).queryKey)
  const match = library && findItem(library, item.id)
  return match ? positionIn(match.contents, match.parentId, item.id, leaving) : endOf(item.parent ?? null)
}

/** Updates one item wherever it is cached. Returns a function that reverts the update. */
export function updateItem(
  client: QueryClient,
  id: string,
  change: (item: LibraryItem) => LibraryItem,
): void {
  updateServerData<Library>(client, { queryKey: libraryKey }, (library) =>
    withChangedItem(library, id, change),
  )
  updateServerData<Index>(client, indexFilter, (index) => indexWithChangedItem(index, id, change))
}

/** Shows a change of one item before the server has answered, wherever the item is cached. */
export async function changeItem(
  client: QueryClient,
  id: string,
  change: (item: LibraryItem) => LibraryItem,
): Promise<PendingWrite> {
  await cancelReads(client)
  return pendingTogether([
    applyOptimistic<Library>(client, { queryKey: libraryKey }, (library) =>
      withChangedItem(library, id, change),
    ),
    applyOptimistic<Index>(client, indexFilter, (index) => indexWithChangedItem(index, id, change)),
  ])
}

function withChangedItem(library: Library, id: string, to: (item: LibraryItem) => LibraryItem): Library {
  const match = findItem(library, id)
  if (!match) return library
  return withContents(library, match.parentId, (contents) => ({
    ...contents,
    items: contents.items.map((item) => (item.id === id ? to(item) : item)),
  }))
}

const indexWithChangedItem = (index: Index, id: string, to: (item: LibraryItem) => LibraryItem): Index => ({
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
