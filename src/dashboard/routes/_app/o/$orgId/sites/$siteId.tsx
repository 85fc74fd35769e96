import { createFileRoute, Outlet } from '@tanstack/react-router'
import { WhileReadable } from '../../../../../components/while-readable.tsx'
import { siteQuery } from '../../../../../features/sites/queries.ts'

/** Everything about one site; the site itself is there for every view below. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId')({
  context: ({ params }) => {
    const siteParams = { organizationId: params.orgId, siteId: params.siteId }
    return { siteParams, siteQuery: siteQuery(siteParams) }
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(context.siteQuery)
  },
  component: View,
})

function View() {
  return (
    <WhileReadable query={Route.useRouteContext().siteQuery}>
      <Outlet />
    </WhileReadable>
  )
}
