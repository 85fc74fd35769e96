import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Home, homeQueries } from '../../../../features/frame/home.tsx'
import { roleIn } from '../../../../lib/session.ts'

/** Home of an organization: what was written last and the state of its sites. */
export const Route = createFileRoute('/_app/o/$orgId/')({
  loader: ({ context, params }) => {
    const { spaces, sites } = homeQueries(params.orgId)
    const isGuest = roleIn(context.session, params.orgId) === null
    return Promise.all([
      context.queryClient.ensureQueryData(spaces),
      isGuest ? undefined : context.queryClient.ensureQueryData(sites),
    ])
  },
  component: View,
})

function View() {
  const { orgId } = Route.useParams()
  const { session, organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return <Home organization={organization} isGuest={roleIn(session, orgId) === null} />
}
