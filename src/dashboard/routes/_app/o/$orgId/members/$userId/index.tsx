import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { MemberSpaces } from '../../../../../../features/members/member-access.tsx'
import { memberQuery, memberSpacesQuery } from '../../../../../../features/members/queries.ts'
import { searchParams, text } from '../../../../../../lib/search-params.ts'

/** The spaces a member may open; `why` is the one whose role is explained. */
export const Route = createFileRoute('/_app/o/$orgId/members/$userId/')({
  validateSearch: searchParams({ why: text() }),
  loader: ({ context }) => context.queryClient.prefetchInfiniteQuery(memberSpacesQuery(context.memberParams)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { why } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { memberParams } = Route.useRouteContext()
  const { data: member } = useSuspenseQuery(memberQuery(memberParams))
  return (
    <MemberSpaces
      organizationId={memberParams.organizationId}
      member={member}
      why={why}
      onWhy={(spaceId) => void navigate({ search: { why: spaceId } })}
    />
  )
}
