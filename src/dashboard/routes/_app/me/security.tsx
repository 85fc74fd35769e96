import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { secondFactorQuery } from '../../../components/confirm-identity.tsx'
import { sessionQuery } from '../../../data/session.ts'
import {
  browsersQuery,
  linkedAccountsQuery,
  passkeysQuery,
  signInEventsQuery,
} from '../../../features/account/queries.ts'
import { SecurityPage } from '../../../features/account/security-page.tsx'
import { matching, searchParams } from '../../../lib/search-params.ts'

/** How one signs in; `to` is where to go once there is a second factor. */
export const Route = createFileRoute('/_app/me/security')({
  validateSearch: searchParams({ to: matching(/^\/(?!\/)/) }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(secondFactorQuery),
      queryClient.ensureInfiniteQueryData(browsersQuery),
      queryClient.ensureInfiniteQueryData(passkeysQuery),
      queryClient.ensureQueryData(linkedAccountsQuery),
      queryClient.ensureInfiniteQueryData(signInEventsQuery),
    ]),
  component: View,
})

function View() {
  const { to } = Route.useSearch()
  const { data: session } = useSuspenseQuery(sessionQuery)
  return <SecurityPage session={session} returnTo={to} />
}
