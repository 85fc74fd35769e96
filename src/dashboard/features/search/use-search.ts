import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FoundSpace } from '#contract/search.ts'
import { itemsOf } from '../../lib/api.ts'
import { foundQuery } from './search-query.ts'

export type Search = {
  /** Undefined until there is an answer to what is asked. */
  readonly spaces: readonly FoundSpace[] | undefined
  /** In how many spaces something was found, once that is known of this question. */
  readonly count: number | undefined
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isReadingMore: boolean
  readonly readMore: () => void
  readonly readAgain: () => void
}

/** What was found; while the next question is on its way the answer to the last one stays. */
export function useSearch(organizationId: string, question: string): Search {
  const query = useInfiniteQuery({
    ...foundQuery(organizationId, question),
    enabled: question !== '',
    placeholderData: keepPreviousData,
  })
  const isAsked = question !== ''
  return {
    spaces: isAsked && query.data ? itemsOf(query.data) : undefined,
    count: isAsked && !query.isPlaceholderData ? query.data?.pages[0]?.count : undefined,
    error: query.isError ? query.error : null,
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  }
}
