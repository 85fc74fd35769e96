import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { itemsOf } from '../../data/api.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { useSearchText } from '../../hooks/use-debounced.ts'
import { pluralize } from '../../lib/labels.ts'
import { MAX_QUERY_LENGTH, queryOf, type SearchSearch, searchResultsQuery } from './queries.ts'
import styles from './search.module.css'
import { SearchResults, type SearchState } from './search-results.tsx'

type Props = {
  organization: Organization
  search: SearchSearch
  onSearch: (search: SearchSearch, options?: { replace?: boolean }) => void
}

/** Full-text search of all pages the caller can read. */
export function SearchPage({ organization, search, onSearch }: Props) {
  const query = queryOf(search)
  useBreadcrumbs([{ title: 'Search' }], query === '' ? 'Search' : `${query} · Search`)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useSearchText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  const results = useSearch(organization.id, query)
  const step = useResultShortcuts(list, field)
  useShortcuts([{ keys: '/', label: 'Search', group: 'On this page', run: () => field.current?.focus() }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Search</h1>
        </div>
      </div>
      <div className="toolbar">
        <SearchInput
          ref={field}
          className={styles.field}
          label={`Search the pages of ${organization.title}`}
          placeholder="Titles, headings and text of all pages"
          keys="/"
          autoFocus={query === ''}
          autoComplete="off"
          maxLength={MAX_QUERY_LENGTH}
          value={text}
          onChange={setText}
          onKeyDownCapture={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            step(1)
          }}
        />
        <span className="grow" />
        <span className="faint meta" role="status">
          {results.count !== undefined && `In ${pluralize(results.count, 'space')}`}
        </span>
      </div>
      <div className="scroll" ref={list}>
        <SearchResults {...{ organization, query, results }} onClear={() => setText('')} />
      </div>
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

/**
 * `j` and `k` move between results; before the first one is the search field. Returns the step function for the
 * field.
 */
function useResultShortcuts(
  list: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
): (direction: 1 | -1) => void {
  const step = (direction: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const current = links.findIndex((link) => link.matches(':focus'))
    const next = current + direction
    if (next < 0) return field.current?.focus()
    const link = links[Math.min(next, links.length - 1)]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  const group = 'In lists and trees'
  useShortcuts([
    { keys: 'j', label: 'Next find', group, run: () => step(1) },
    { keys: 'k', label: 'Find before', group, run: () => step(-1) },
  ])
  return step
}
