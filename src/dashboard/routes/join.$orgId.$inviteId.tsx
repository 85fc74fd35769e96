import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { AuthLayout } from '../components/auth-layout.tsx'
import { RouteFailed } from '../components/route-states.tsx'
import { callApi, isApiError } from '../data/api.ts'
import { sessionQuery } from '../data/session.ts'
import { ExpiredInvite } from '../features/auth/expired-link.tsx'
import { JoinPage } from '../features/auth/join-page.tsx'

/** An invite link: joining with the account that is signed in, or with a new one. */
export const Route = createFileRoute('/join/$orgId/$inviteId')({
  loader: async ({ context: { queryClient }, params: { orgId, inviteId } }) => {
    const params = { organizationId: orgId, inviteId }
    const [invitation, session] = await Promise.all([
      callApi(api.sessions.getInvitation, { params: params }),
      queryClient.fetchQuery(sessionQuery).catch((error: unknown) => {
        if (isApiError(error, 401)) return null
        throw error
      }),
    ])
    return { params, invitation, session }
  },
  component: View,
  errorComponent: Failed,
})

function View() {
  return (
    <AuthLayout>
      <JoinPage {...Route.useLoaderData()} />
    </AuthLayout>
  )
}

function Failed(props: ErrorComponentProps) {
  return (
    <AuthLayout>
      {isApiError(props.error, 400, 404) ? <ExpiredInvite /> : <RouteFailed {...props} />}
    </AuthLayout>
  )
}
