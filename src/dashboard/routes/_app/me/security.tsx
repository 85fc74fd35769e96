import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { secondFactorQuery } from '../../../components/confirm-identity.tsx'
import { sessionQuery } from '../../../data/session.ts'
import {
  browsersQuery,
  linkedAccountsQuery,
  passkeysQuery,
  signInEventsQuery,
} from '../../../features/account/queries.ts'
import { SecurityPage } from '../../../features/account/security-page.tsx'

/** How one signs in; `to` is where to go once there is a second factor. */
export const Route = createFileRoute('/_app/me/security')({
  validateSearch: z.object({
    to: z
      .string()
      .regex(/^\/(?!\/)/)
      .optional()
      .catch(undefined),
  }),
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
