import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { OffboardPage } from '../../../../../features/members/offboard-page.tsx'
import { memberAccessQuery, memberQuery } from '../../../../../features/members/queries.ts'

/** Off-boards a member. Separate from the member’s page, because the member may no longer exist afterwards. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId_/offboard')({
  loader: async ({ context: { queryClient }, params }) => {
    const memberParams = { organizationId: params.orgId, userId: params.userId }
    const [member, access] = await Promise.all([
      queryClient.fetchQuery(memberQuery(memberParams)),
      queryClient.fetchQuery({ ...memberAccessQuery(memberParams), staleTime: 0 }),
    ])
    return { member, access }
  },
  component: View,
})

function View() {
  const { member, access } = Route.useLoaderData()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return <OffboardPage key={member.id} organization={organization} member={member} access={access} />
}
