import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '../data/api.ts'
import { RouteFailed } from './route-states.tsx'
import { Banner } from './ui/states.tsx'

type Props<T> = {
  readonly query: Pick<UseQueryOptions<T, Error, T>, 'queryKey' | 'queryFn'>
  readonly children: ReactNode
}

/**
 * What is shown of an object, until a refetch is refused: it was deleted, or the user lost access. An editor remains, so
 * that what was typed can be copied, and so does the view of who deletes it, until the next one is there.
 */
export function WhileReadable<T>({ query, children }: Props<T>) {
  const { error, refetch } = useQuery(query)
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })
  const isEditing = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId.endsWith('/edit')),
  })
  if (isLeaving || !isApiError(error, 403, 404)) return children
  if (!isEditing) return <RouteFailed error={error} reset={() => void refetch()} />
  return (
    <>
      <Banner tone="warning" icon={Lock}>
        {error.status === 403 ? `${error.message}.` : 'It was deleted, or you no longer have access to it.'}{' '}
        What you write here can’t be saved.
      </Banner>
      {children}
    </>
  )
}
