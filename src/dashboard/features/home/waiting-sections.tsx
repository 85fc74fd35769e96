import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { accessRequestsQuery } from './queries.ts'

const AccessRequests = lazy(async () => ({
  default: (await import('./access-requests.tsx')).AccessRequests,
}))
const OverduePages = lazy(async () => ({ default: (await import('./overdue-pages.tsx')).OverduePages }))

/** Requests for access that wait for the user; renders nothing if there are none. */
export function WaitingAccessRequests({ organizationId }: { organizationId: string }) {
  const { data } = useQuery({ ...accessRequestsQuery(organizationId), enabled: useIsFirstViewLoaded() })
  if (!data?.items.length) return null
  return (
    <Suspense>
      <AccessRequests organizationId={organizationId} requests={data.items} />
    </Suspense>
  )
}

/** Pages of the user that are overdue for review; renders nothing if there are none. */
export const WaitingPages = (props: { organizationId: string; userId: string }) =>
  useIsFirstViewLoaded() && (
    <Suspense>
      <OverduePages {...props} />
    </Suspense>
  )
