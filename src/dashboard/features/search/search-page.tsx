import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Organization } from '#contract/organizations.ts'
import { itemsOf } from '../../data/api.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { pluralize } from '../../lib/labels.ts'
import { queryOf, searchResultsQuery } from './queries.ts'
import type { SearchSearch } from './search-params.ts'
import { SearchResults, type SearchState } from './search-results.tsx'
import { SearchView } from './search-view.tsx'

type Props = {
  organization: Organization
  search: SearchSearch
  onSearch: (search: SearchSearch, options?: { replace?: boolean }) => void
}

/** Full-text search of all pages the caller can read. */
export function SearchPage({ organization, search, onSearch }: Props) {
  const query = queryOf(search)
  useBreadcrumbs([{ title: 'Search' }], query === '' ? 'Search' : `${query} · Search`)
  const results = useSearch(organization.id, query)
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Search</h1>
        </div>
      </div>
      <SearchView
        label={`Search the pages of ${organization.title}`}
        count={results.count !== undefined && `In ${pluralize(results.count, 'space')}`}
        {...{ search, onSearch }}
      >
        {(clear) => <SearchResults {...{ organization, query, results }} onClear={clear} />}
      </SearchView>
    </>
  )
}

/** Search results. The previous ones stay until the response to a new query arrives. */
export function useSearch(organizationId: string, query: string): SearchState {
  const result = useInfiniteQuery({
    ...searchResultsQuery(organizationId, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const hasQuery = query !== ''
  return {
    spaces: hasQuery && result.data ? itemsOf(result.data) : undefined,
    count: hasQuery && !result.isPlaceholderData ? result.data?.pages[0]?.count : undefined,
    error: result.isError ? result.error : null,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  }
}
