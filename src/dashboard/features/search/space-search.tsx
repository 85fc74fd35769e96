import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Space } from '#contract/spaces.ts'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { noMatchHint } from './labels.ts'
import { queryOf, spaceResultsQuery } from './queries.ts'
import styles from './search.module.css'
import type { SearchSearch } from './search-params.ts'
import { PageResult } from './search-results.tsx'
import { SearchView } from './search-view.tsx'

/** The API counts no further. */
const MAX_COUNT = 1000

type Props = {
  space: Space
  search: SearchSearch
  onSearch: (search: SearchSearch, options?: { replace?: boolean }) => void
}

/** Full-text search of the pages of one space. The previous results stay until the response to a new query arrives. */
export function SpaceSearch({ space, search, onSearch }: Props) {
  const query = queryOf(search)
  const title = space.title || labels.untitled
  const results = useInfiniteQuery({
    ...spaceResultsQuery(space.id, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const count = results.isPlaceholderData ? undefined : results.data?.pages[0]?.count
  return (
    <SearchView
      label={`Search the pages of ${title}`}
      count={query !== '' && count !== undefined && countLabel(count)}
      {...{ search, onSearch }}
    >
      {(clear) =>
        query === '' ? (
          <Empty title="What are you looking for?">
            Search the titles, headings and text of every page in {labels.quoted(title)}.
          </Empty>
        ) : (
          <QueryStates read={results} name="The results">
            {(data) =>
              itemsOf(data).length === 0 ? (
                <Filtered
                  title={`No page matches ${labels.quoted(query)}`}
                  clear="Clear search"
                  onClear={clear}
                >
                  {noMatchHint(query)}
                </Filtered>
              ) : (
                <>
                  <ul className={styles.list} aria-label="Results">
                    {itemsOf(data).map((page) => (
                      <PageResult key={page.id} spaceId={space.id} page={page} query={query} />
                    ))}
                  </ul>
                  <MoreButton read={results} className={styles.more}>
                    {results.isFetchingNextPage ? labels.loading : 'Show more pages'}
                  </MoreButton>
                </>
              )
            }
          </QueryStates>
        )
      }
    </SearchView>
  )
}

const countLabel = (count: number): string =>
  count >= MAX_COUNT ? `${MAX_COUNT} or more pages` : pluralize(count, 'page')
