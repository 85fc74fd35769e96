import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { Door } from '../components/door.tsx'
import { RouteFailed } from '../components/route-states.tsx'
import { DeadInvite } from '../features/join/dead-invite.tsx'
import { JoinPage } from '../features/join/join-page.tsx'
import { ask, isRefusal } from '../lib/api.ts'
import { sessionQuery } from '../lib/session.ts'

/** An invite link: joining with the account that is signed in, or with a new one. */
export const Route = createFileRoute('/join/$orgId/$inviteId')({
  loader: async ({ context: { queryClient }, params: { orgId, inviteId } }) => {
    const place = { organizationId: orgId, inviteId }
    const [invitation, session] = await Promise.all([
      ask(api.sessions.lookAtInvite, { params: place }),
      queryClient.fetchQuery(sessionQuery).catch((error: unknown) => {
        if (isRefusal(error, 401)) return null
        throw error
      }),
    ])
    return { place, invitation, session }
  },
  component: View,
  errorComponent: Failed,
})

function View() {
  return (
    <Door>
      <JoinPage {...Route.useLoaderData()} />
    </Door>
  )
}

function Failed(props: ErrorComponentProps) {
  return <Door>{isRefusal(props.error, 400, 404) ? <DeadInvite /> : <RouteFailed {...props} />}</Door>
}
