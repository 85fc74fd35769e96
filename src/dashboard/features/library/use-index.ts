import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { filterLimit, firstIndexQuery, indexQuery } from './index-query.ts'
import { byId, type Index, indexOf, isComplete, spacesWithin } from './library-index.ts'
import { libraryQuery } from './library-query.ts'

const nothing: Index = { spaces: [], collections: [], spaceCount: 0, collectionCount: 0 }

/**
 * What is known of all spaces and collections. A library that is read whole knows everything; of a larger one the
 * first thousand of each are read, and with `isWide` more of them.
 */
export function useIndex(organizationId: string, isWide: boolean) {
  const library = useQuery(libraryQuery(organizationId))
  const whole = useMemo(
    () => (library.data?.state === 'whole' ? indexOf(library.data) : undefined),
    [library.data],
  )
  const first = useQuery({ ...firstIndexQuery(organizationId), enabled: library.data?.state === 'pieces' })
  const needsMore = isWide && !whole && first.data !== undefined && !isComplete(first.data)
  const wide = useQuery({
    ...indexQuery(organizationId, filterLimit),
    enabled: needsMore,
    placeholderData: keepPreviousData,
  })
  const index = whole ?? (needsMore ? wide.data : undefined) ?? first.data
  const isReadingMore = library.data?.state === 'reading' || (needsMore && wide.data === undefined)
  return useMemo(
    () => ({
      index: index ?? nothing,
      isThere: index !== undefined,
      /** True when nothing is missing, so that counts are right and a filter sees all. */
      isWhole: index !== undefined && isComplete(index),
      collections: byId(index?.collections ?? []),
      counts: index && isComplete(index) ? spacesWithin(index) : undefined,
      isReadingMore,
    }),
    [index, isReadingMore],
  )
}

export type Known = ReturnType<typeof useIndex>
