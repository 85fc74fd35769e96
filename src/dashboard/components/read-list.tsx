import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { List } from '#contract/shared/paging.ts'
import { itemsOf } from '../data/api.ts'
import { errorMessage } from '../data/query-client.ts'
import { PagedList, type PagedListProps } from './paged-list.tsx'
import { ListSkeleton } from './ui/skeleton.tsx'
import { Failed } from './ui/states.tsx'

type Row = { readonly id: string }

type Props<A, T extends Row> = Omit<
  PagedListProps<T>,
  'items' | 'total' | 'hasMore' | 'isLoadingMore' | 'onMore'
> & {
  /** From `useInfiniteQuery(qPages(…))`. */
  read: UseInfiniteQueryResult<InfiniteData<List<A>>>
  /** The row of one thing that the service answered. */
  rowOf: (answered: A) => T
}

/** `PagedList` of what is read page by page: on its way, failed with a second try, or there. */
export function ReadList<A, T extends Row>({ read, rowOf, ...list }: Props<A, T>) {
  if (read.isPending) return <ListSkeleton />
  if (read.isError) {
    return (
      <Failed
        title={`${list.label} could not be loaded`}
        reason={errorMessage(read.error)}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return (
    <PagedList<T>
      {...list}
      items={itemsOf(read.data).map(rowOf)}
      total={read.data.pages[0]?.count ?? 0}
      hasMore={read.hasNextPage}
      isLoadingMore={read.isFetchingNextPage}
      onMore={() => void read.fetchNextPage()}
    />
  )
}
