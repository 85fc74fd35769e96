import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { MemberTeams } from '../../../../../../features/members/member-teams.tsx'
import { memberQuery, memberTeamsQuery } from '../../../../../../features/members/queries.ts'
import { oneOf, searchParams } from '../../../../../../lib/search-params.ts'

/** The teams of a member. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/teams')({
  validateSearch: searchParams({ dialog: oneOf('add') }),
  loader: ({ context }) => context.queryClient.prefetchInfiniteQuery(memberTeamsQuery(context.memberParams)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery, memberParams } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return (
    <MemberTeams
      organization={organization}
      member={member}
      isAdding={dialog === 'add'}
      onAdding={(is) => void navigate({ search: { dialog: is ? 'add' : undefined } })}
    />
  )
}
