import { createFileRoute, Outlet } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { WhileReadable } from '../../../components/while-readable.tsx'
import { q } from '../../../data/api.ts'
import { rememberOrganization } from '../../../features/frame/use-organization.ts'

/** Everything within one organization; its own object is there for every view below. */
export const Route = createFileRoute('/_app/o/$orgId')({
  // Every first view needs it.
  codeSplitGroupings: [],
  context: ({ params }) => ({
    organizationQuery: q(api.organizations.get, { params: { organizationId: params.orgId } }),
  }),
  // Views request their data side by side. For an organization that isn't the user's, one refusal is enough.
  beforeLoad: async ({ context, params }) => {
    const isOwn = context.session.organizations.some(({ id }) => id === params.orgId)
    if (!isOwn) await context.queryClient.ensureQueryData(context.organizationQuery)
  },
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(context.organizationQuery)
    rememberOrganization(params.orgId)
  },
  component: View,
})

function View() {
  return (
    <WhileReadable query={Route.useRouteContext().organizationQuery}>
      <Outlet />
    </WhileReadable>
  )
}
