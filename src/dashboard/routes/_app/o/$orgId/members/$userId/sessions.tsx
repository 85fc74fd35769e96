import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { MemberSessions } from '../../../../../../features/members/member-sessions.tsx'
import { memberBrowsersQuery, memberQuery } from '../../../../../../features/members/queries.ts'

/** The browsers a member is signed in with. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/sessions')({
  loader: ({ context }) =>
    context.queryClient.prefetchInfiniteQuery(memberBrowsersQuery(context.memberParams)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { organizationQuery, memberParams } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return <MemberSessions organization={organization} member={member} />
}
