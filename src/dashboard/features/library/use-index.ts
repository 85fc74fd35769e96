import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { byId, type Index, isComplete, spacesWithin } from './library-index.ts'
import { filterLimit, firstIndexQuery, indexQuery } from './shelf-queries.ts'

const nothing: Index = { spaces: [], collections: [], spaceCount: 0, collectionCount: 0 }

/** What is known of all spaces and collections; `isWide` reads beyond the first thousand of each. */
export function useIndex(organizationId: string, isWide: boolean) {
  const first = useQuery(firstIndexQuery(organizationId))
  const needsMore = isWide && first.data !== undefined && !isComplete(first.data)
  const wide = useQuery({
    ...indexQuery(organizationId, filterLimit),
    enabled: needsMore,
    placeholderData: keepPreviousData,
  })
  const index = (needsMore ? wide.data : undefined) ?? first.data
  return useMemo(
    () => ({
      index: index ?? nothing,
      isThere: index !== undefined,
      /** True when nothing is missing, so that counts are right and a filter sees all. */
      isWhole: index !== undefined && isComplete(index),
      collections: byId(index?.collections ?? []),
      counts: index && isComplete(index) ? spacesWithin(index) : undefined,
      isReadingMore: needsMore && wide.data === undefined,
    }),
    [index, needsMore, wide.data],
  )
}

export type Known = ReturnType<typeof useIndex>
