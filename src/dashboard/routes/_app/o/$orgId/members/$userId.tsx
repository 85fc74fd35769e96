import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { WhileReadable } from '../../../../../components/while-readable.tsx'
import { MemberHead } from '../../../../../features/members/member-head.tsx'
import { memberQuery } from '../../../../../features/members/queries.ts'

/** Everything about one member; the member is there for every part below. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId')({
  // The query is made where it is used: the first view loads what a context needs, whatever it shows.
  context: ({ params }) => ({ memberParams: { organizationId: params.orgId, userId: params.userId } }),
  loader: async ({ context: { queryClient, memberParams } }) => {
    await queryClient.ensureQueryData(memberQuery(memberParams))
  },
  component: View,
})

function View() {
  return (
    <WhileReadable query={memberQuery(Route.useRouteContext().memberParams)}>
      <Member />
    </WhileReadable>
  )
}

function Member() {
  const { organizationQuery, memberParams } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return (
    <>
      <MemberHead key={member.id} organization={organization} member={member} />
      <Outlet />
    </>
  )
}
