import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { NotFound } from '../../../components/route-states.tsx'
import { isApiError, q } from '../../../data/api.ts'
import { rememberOrganization } from '../../../features/frame/use-organization.ts'

/** Everything within one organization; its own object is there for every view below. */
export const Route = createFileRoute('/_app/o/$orgId')({
  // Every first view needs it.
  codeSplitGroupings: [],
  context: ({ params }) => ({
    organizationQuery: q(api.organizations.get, { params: { organizationId: params.orgId } }),
  }),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(context.organizationQuery)
    rememberOrganization(params.orgId)
  },
  component: View,
})

/** Instead of the last state of an organization that was deleted, or that the user was removed from. */
function View() {
  const { error } = useQuery(Route.useRouteContext().organizationQuery)
  return isApiError(error, 404) ? <NotFound /> : <Outlet />
}
