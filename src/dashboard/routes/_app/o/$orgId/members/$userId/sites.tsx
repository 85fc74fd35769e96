import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { MemberSites } from '../../../../../../features/members/member-access.tsx'
import { memberQuery, memberSitesQuery } from '../../../../../../features/members/queries.ts'

/** The sites a member sees here. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/sites')({
  loader: ({ context }) => context.queryClient.prefetchInfiniteQuery(memberSitesQuery(context.memberParams)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { memberParams } = Route.useRouteContext()
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return <MemberSites organizationId={memberParams.organizationId} member={member} />
}
