import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { ask, keyOf } from '../../lib/api.ts'
import type { Index } from './library-index.ts'
import { endOf, type Place, placeOn, type Shelf } from './shelf.ts'

/** Rows of a shelf that are read at first; more come while one scrolls. */
const firstRows = 200
/** Rows that one request reads at most. */
const most = 1000
/** Filtering looks at no more spaces than this. */
export const filterLimit = 5000

const inputOf = (organizationId: string, parentId: string | null) => ({
  params: { organizationId },
  query: parentId === null ? {} : { parent: parentId },
})

/** What stands directly in a collection (null: at the top). Read anew, it reads as many rows as were there. */
export const shelfQuery = (organizationId: string, parentId: string | null) =>
  queryOptions({
    queryKey: [...keyOf(api.library.list, inputOf(organizationId, parentId)), 'shelf'],
    queryFn: async ({ client, signal, queryKey }): Promise<Shelf> => {
      const wanted = Math.max(firstRows, client.getQueryData<Shelf>(queryKey)?.items.length ?? 0)
      let shelf = await readRows(organizationId, parentId, { limit: Math.min(wanted, most) }, signal)
      while (shelf.next !== undefined && shelf.items.length < wanted) {
        const query = { limit: Math.min(wanted - shelf.items.length, most), page: shelf.next }
        shelf = joined(shelf, await readRows(organizationId, parentId, query, signal))
      }
      return shelf
    },
  })

async function readRows(
  organizationId: string,
  parentId: string | null,
  page: { limit: number; page?: string },
  signal?: AbortSignal,
): Promise<Shelf> {
  const { params, query } = inputOf(organizationId, parentId)
  const { items, count, next } = await ask(
    api.library.list,
    { params, query: { ...query, ...page } },
    signal ? { signal } : {},
  )
  return { items, count, next: next?.page }
}

const joined = (shelf: Shelf, more: Shelf): Shelf => {
  const known = new Set(shelf.items.map(({ id }) => id))
  return { ...more, items: [...shelf.items, ...more.items.filter(({ id }) => !known.has(id))] }
}

/** Reads the rows after the last one of a shelf. */
export async function readMore(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
): Promise<void> {
  const { queryKey } = shelfQuery(organizationId, parentId)
  const page = client.getQueryData(queryKey)?.next
  if (page === undefined) return
  const more = await readRows(organizationId, parentId, { limit: most, page })
  client.setQueryData(queryKey, (now) => (now?.next === page ? joined(now, more) : now))
}

/** All spaces and collections by title, for counts, places and filtering; `limit` rows of each at most. */
export const indexQuery = (organizationId: string, limit: number) =>
  queryOptions({
    queryKey: [...keyOf(api.spaces.list, { params: { organizationId } }), 'index', limit],
    queryFn: async ({ signal }): Promise<Index> => {
      const input = { params: { organizationId } }
      const [spaces, collections] = await Promise.all([
        readAll(limit, (query) => ask(api.spaces.list, { ...input, query }, { signal })),
        readAll(limit, (query) => ask(api.collections.list, { ...input, query }, { signal })),
      ])
      return {
        spaces: spaces.items,
        spaceCount: spaces.count,
        collections: collections.items,
        collectionCount: collections.count,
      }
    },
  })

export const firstIndexQuery = (organizationId: string) => indexQuery(organizationId, most)

type Page<T> = { items: T[]; count: number; next?: { page: string } | undefined }

async function readAll<T>(
  limit: number,
  read: (query: { limit: number; page?: string }) => Promise<Page<T>>,
): Promise<{ items: T[]; count: number }> {
  const items: T[] = []
  let page: Page<T> | undefined
  do {
    const query = { limit: most, ...(page?.next ? { page: page.next.page } : {}) }
    page = await read(query)
    items.push(...page.items)
  } while (page.next && items.length < limit)
  return { items, count: page.count }
}

const allShelves = keyOf(api.library.list)

/** Stops reads of shelves that are on their way, so that they do not overwrite what is shown ahead of the service. */
export const holdReads = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: allShelves })

/** The item as it was last seen, in the tree or among all. */
export function itemSeen(client: QueryClient, id: string): LibraryItem | undefined {
  for (const [, shelf] of client.getQueriesData<Shelf>({ queryKey: allShelves })) {
    const item = shelf?.items.find((one) => one.id === id)
    if (item) return item
  }
  for (const [, index] of client.getQueriesData<Index>({
    queryKey: keyOf(api.spaces.list),
    predicate: isIndex,
  })) {
    const item = [...(index?.spaces ?? []), ...(index?.collections ?? [])].find((one) => one.id === id)
    if (item) return item
  }
  return undefined
}

/** Where an item stands: on the shelf of its parent, or at the top when that is out of the caller's sight. */
export function placeSeen(
  client: QueryClient,
  organizationId: string,
  item: LibraryItem,
  leaving?: ReadonlySet<string>,
): Place {
  for (const parentId of [item.parent ?? null, null]) {
    const shelf = client.getQueryData(shelfQuery(organizationId, parentId).queryKey)
    if (shelf?.items.some(({ id }) => id === item.id)) return placeOn(shelf, parentId, item.id, leaving)
  }
  return endOf(item.parent ?? null)
}

/** Changes a shelf that is loaded. */
export function changeShelf(
  client: QueryClient,
  organizationId: string,
  parentId: string | null,
  change: (shelf: Shelf) => Shelf,
): void {
  client.setQueryData(shelfQuery(organizationId, parentId).queryKey, (shelf) => shelf && change(shelf))
}

/** Changes one item wherever it is shown; answers how to put it back. */
export function changeItem(
  client: QueryClient,
  id: string,
  change: (item: LibraryItem) => LibraryItem,
): () => void {
  const before = itemSeen(client, id)
  const put = (to: (item: LibraryItem) => LibraryItem) => {
    client.setQueriesData<Shelf>({ queryKey: allShelves }, (shelf) =>
      shelf?.items.some((item) => item.id === id)
        ? { ...shelf, items: shelf.items.map((item) => (item.id === id ? to(item) : item)) }
        : shelf,
    )
    client.setQueriesData<Index>({ queryKey: keyOf(api.spaces.list), predicate: isIndex }, (index) =>
      index ? withChanged(index, id, to) : index,
    )
  }
  put(change)
  return () => before && put(() => before)
}

const isIndex = ({ queryKey }: Query): boolean => queryKey.includes('index')

const withChanged = (index: Index, id: string, to: (item: LibraryItem) => LibraryItem): Index => ({
  ...index,
  spaces: index.spaces.map((space) => {
    const changed = space.id === id ? to(space) : space
    return changed.object === 'space' ? changed : space
  }),
  collections: index.collections.map((collection) => {
    const changed = collection.id === id ? to(collection) : collection
    return changed.object === 'collection' ? changed : collection
  }),
})
