import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Route } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import { keyOf } from './api.ts'

type Shown = { readonly id: string }
type Pages<T> = InfiniteData<List<T>>

/**
 * Changes one object wherever it is shown, in lists read page by page and by itself, ahead of the service. Answers
 * how to put back what was there.
 */
export async function changeShown<T extends Shown>(
  client: QueryClient,
  routes: { readonly list: Route; readonly get: Route },
  id: string,
  change: (object: T) => T,
): Promise<() => void> {
  const [lists, single] = [keyOf(routes.list), keyOf(routes.get)]
  await Promise.all([lists, single].map((queryKey) => client.cancelQueries({ queryKey })))
  const restores: (() => void)[] = []
  for (const [key, data] of client.getQueriesData<Pages<T>>({ queryKey: lists, predicate: isPages })) {
    const before = data?.pages.flatMap(({ items }) => items).find((one) => one.id === id)
    if (!before) continue
    const put = (to: (object: T) => T) =>
      client.setQueryData<Pages<T>>(key, (now) => now && withOne(now, id, to))
    put(change)
    restores.push(() => put(() => before))
  }
  for (const [key, before] of client.getQueriesData<T>({ queryKey: single })) {
    if (before?.id !== id) continue
    client.setQueryData<T>(key, change(before))
    restores.push(() => client.setQueryData<T>(key, before))
  }
  return () => {
    for (const restore of restores) restore()
  }
}

const isPages = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey.includes('pages')

const withOne = <T extends Shown>(data: Pages<T>, id: string, change: (object: T) => T): Pages<T> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (one.id === id ? change(one) : one)),
  })),
})

/** The rows of a list read page by page, changed as one list. */
export const withRows = <T>(data: Pages<T>, change: (rows: T[]) => T[]): Pages<T> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
})
