import { type Query, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { ask, keyOf } from '../../lib/api.ts'
import type { Index } from './library-index.ts'

/** Rows that one request reads at most. */
const most = 1000
/** Filtering looks at no more spaces than this where not the whole library is read. */
export const filterLimit = 5000

/** Spaces and collections of a library too large to be read whole; `limit` rows of each at most. */
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

export const isOfIndex = ({ queryKey }: Query): boolean => queryKey.includes('index')

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
