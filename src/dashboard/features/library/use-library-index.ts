import { keepPreviousData, type Query, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import { callApi, keyOf } from '../../data/api.ts'
import { byId, type Index, indexOf, isComplete, spacesWithin } from './library-index.ts'
import { libraryQuery } from './queries.ts'

const emptyIndex: Index = { spaces: [], collections: [], spaceCount: 0, collectionCount: 0 }

/**
 * The index of the library. A completely loaded library has all items; of a larger one the first thousand of each
 * kind are read, and more with `isWide`.
 */
export function useLibraryIndex(organizationId: string, isWide: boolean) {
  const library = useQuery(libraryQuery(organizationId))
  const whole = useMemo(
    () => (library.data?.state === 'complete' ? indexOf(library.data) : undefined),
    [library.data],
  )
  const first = useQuery({ ...firstIndexQuery(organizationId), enabled: library.data?.state === 'partial' })
  const needsMore = isWide && !whole && first.data !== undefined && !isComplete(first.data)
  const larger = useQuery({
    ...indexQuery(organizationId, MAX_FILTERED_SPACES),
    enabled: needsMore,
    placeholderData: keepPreviousData,
  })
  const index = whole ?? (needsMore ? larger.data : undefined) ?? first.data
  const isReadingMore = library.data?.state === 'loading' || (needsMore && larger.data === undefined)
  return useMemo(
    () => ({
      index: index ?? emptyIndex,
      isLoaded: index !== undefined,
      /** True if nothing is missing, so that counts are exact and a filter searches everything. */
      isComplete: index !== undefined && isComplete(index),
      collections: byId(index?.collections ?? []),
      counts: index && isComplete(index) ? spacesWithin(index) : undefined,
      isReadingMore,
    }),
    [index, isReadingMore],
  )
}

export type LibraryOverview = ReturnType<typeof useLibraryIndex>

/** The API returns at most this many rows per request. */
const INDEX_PAGE_SIZE = 1000
/** Limit of spaces to filter in a library that is too large to load completely. */
export const MAX_FILTERED_SPACES = 5000

/** Spaces and collections of a library too large to load completely, up to `limit` of each. */
const indexQuery = (organizationId: string, limit: number) =>
  queryOptions({
    queryKey: [...keyOf(api.spaces.list, { params: { organizationId } }), 'index', limit],
    queryFn: async ({ signal }): Promise<Index> => {
      const input = { params: { organizationId } }
      const [spaces, collections] = await Promise.all([
        readAll(limit, (query) => callApi(api.spaces.list, { ...input, query }, { signal })),
        readAll(limit, (query) => callApi(api.collections.list, { ...input, query }, { signal })),
      ])
      return {
        spaces: spaces.items,
        spaceCount: spaces.count,
        collections: collections.items,
        collectionCount: collections.count,
      }
    },
  })

const firstIndexQuery = (organizationId: string) => indexQuery(organizationId, INDEX_PAGE_SIZE)

export const isIndexQuery = ({ queryKey }: Query): boolean => queryKey.includes('index')

type Page<T> = { items: T[]; count: number; next?: { page: string } | undefined }

async function readAll<T>(
  limit: number,
  read: (query: { limit: number; page?: string }) => Promise<Page<T>>,
): Promise<{ items: T[]; count: number }> {
  const items: T[] = []
  let page: Page<T> | undefined
  do {
    const query = { limit: INDEX_PAGE_SIZE, ...(page?.next ? { page: page.next.page } : {}) }
    page = await read(query)
    items.push(...page.items)
  } while (page.next && items.length < limit)
  return { items, count: page.count }
}
