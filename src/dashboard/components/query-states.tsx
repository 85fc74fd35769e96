import type { ReactNode } from 'react'
import { errorMessage } from '../data/query-client.ts'
import { Button } from './ui/button.tsx'
import { ListSkeleton } from './ui/skeleton.tsx'
import { Failed } from './ui/states.tsx'

type StatesProps<D> = {
  read: {
    readonly data: D | undefined
    readonly isError: boolean
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** What is read: `The history`. */
  name: string
  children: (data: D) => ReactNode
}

/** What a query has read, or that it loads or failed. For a list in a grid, use `QueryList`. */
export function QueryStates<D>({ read, name, children }: StatesProps<D>) {
  if (read.isError) {
    return (
      <Failed
        title={`Couldn’t load ${withSmallInitial(name)}`}
        reason={errorMessage(read.error)}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return read.data === undefined ? <ListSkeleton /> : children(read.data)
}

/** Names such as OpenAPI keep their capitals. */
const withSmallInitial = (name: string): string =>
  name.replace(/^[A-Z](?=[a-z]*\b)/, (initial) => initial.toLowerCase())

type MoreProps = {
  read: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  className?: string | undefined
  children: ReactNode
}

/** Loads the next page, for lists that do not load it while scrolling. */
export const MoreButton = ({ read, className = 'diff-more', children }: MoreProps) =>
  read.hasNextPage && (
    <p className={className}>
      <Button variant="outline" aria-busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        {children}
      </Button>
    </p>
  )
