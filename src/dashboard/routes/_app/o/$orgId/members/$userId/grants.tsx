import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { memberGrantsQuery } from '#dashboard/features/members/queries.ts'
import { MemberGrants } from '../../../../../../features/members/member-grants.tsx'

/** The roles that were given to a member by name. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/grants')({
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(memberGrantsQuery(context.place)),
  component: View,
})

function View() {
  const { place, memberQuery } = Route.useRouteContext()
  const { data: member } = useSuspenseQuery(memberQuery)
  return <MemberGrants organizationId={place.organizationId} member={member} />
}
