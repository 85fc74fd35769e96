import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { roleIn } from '../../../../data/session.ts'
import { waitingQueries } from '../../../../data/waiting-requests.ts'
import { HomePage } from '../../../../features/home/home-page.tsx'
import { homeQueries, ownChangesQuery } from '../../../../features/home/queries.ts'

/** Home of an organization: what needs the user, what was written last and the state of its sites. */
export const Route = createFileRoute('/_app/o/$orgId/')({
  loader: ({ context, params }) => {
    const { home, spaces, sites } = homeQueries(params.orgId)
    const own = ownChangesQuery(params.orgId, context.session.user.id)
    const waiting = Object.values(waitingQueries(params.orgId, context.session.user.id))
    for (const changes of [...waiting, own]) void context.queryClient.prefetchQuery(changes)
    return Promise.all([
      context.queryClient.ensureQueryData(home),
      context.queryClient.ensureQueryData(spaces),
      context.queryClient.ensureQueryData(sites),
    ])
  },
  component: View,
})

function View() {
  const { orgId } = Route.useParams()
  const { session, organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <HomePage
      organization={organization}
      userId={session.user.id}
      isGuest={roleIn(session, orgId) === null}
    />
  )
}
