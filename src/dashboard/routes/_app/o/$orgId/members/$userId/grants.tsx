import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { MemberGrants } from '../../../../../../features/members/member-grants.tsx'
import { memberGrantsQuery, memberQuery } from '../../../../../../features/members/queries.ts'

/** The direct grants of a member. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/grants')({
  loader: ({ context }) =>
    context.queryClient.ensureInfiniteQueryData(memberGrantsQuery(context.memberParams)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { memberParams } = Route.useRouteContext()
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return <MemberGrants organizationId={memberParams.organizationId} member={member} />
}
