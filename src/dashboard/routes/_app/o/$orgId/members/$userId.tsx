import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MemberHead } from '../../../../../features/members/member-head.tsx'
import { memberQuery } from '../../../../../features/members/queries.ts'

/** Everything about one member; the member is there for every part below. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId')({
  context: ({ params }) => {
    const memberParams = { organizationId: params.orgId, userId: params.userId }
    return { memberParams, memberQuery: memberQuery(memberParams) }
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(context.memberQuery)
  },
  component: View,
})

function View() {
  const { organizationQuery, memberQuery: query } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const { data: member } = useSuspenseQuery(query)
  return (
    <>
      <MemberHead key={member.id} organization={organization} member={member} />
      <Outlet />
    </>
  )
}
