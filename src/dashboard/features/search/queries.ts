import { api } from '#contract/api.ts'
import { searchQuery } from '#contract/shared/values.ts'
import { qPages } from '../../data/api.ts'
import type { SearchSearch } from './search-params.ts'

/** Longest query the API accepts. */
export const MAX_QUERY_LENGTH = searchQuery.maxLength ?? 512

/** The trimmed query; empty if there is none. */
export const queryOf = ({ q = '' }: SearchSearch): string => q.trim().slice(0, MAX_QUERY_LENGTH)

/** Spaces with matching pages, best match first. */
export const searchResultsQuery = (organizationId: string, query: string) =>
  qPages(api.search.organization, { params: { organizationId }, query: { query, limit: 20 } })

/** Matching pages of one space, best match first. */
export const spaceResultsQuery = (spaceId: string, query: string) =>
  qPages(api.search.space, { params: { spaceId }, query: { query, limit: 20 } })
