import type { ContentRef } from '../../data/content.ts'
import { reusableContentsQuery } from '../../data/reusable-content.ts'
import type { ReusableContentSearch } from './search-params.ts'

export type ReusableContentSort = 'title' | 'updatedAt'

/** Titles from A, and the latest changes first. */
export const firstOrder = (sort: ReusableContentSort): 'asc' | 'desc' => (sort === 'title' ? 'asc' : 'desc')

/** The current order. */
export function orderOf({ sort, order }: Pick<ReusableContentSearch, 'sort' | 'order'>) {
  const current: ReusableContentSort = sort ?? 'title'
  return { sort: current, order: order ?? firstOrder(current) }
}

/** The reusable content there, as the search params say. */
export function listQuery(at: ContentRef, search: ReusableContentSearch) {
  const { sort, order } = orderOf(search)
  return reusableContentsQuery(at, {
    sort,
    direction: order,
    ...(search.search ? { search: search.search } : {}),
  })
}
