import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '../../../../../features/members/members-page.tsx'
import { membersQuery } from '../../../../../features/members/queries.ts'
import { membersSearch } from '../../../../../features/members/search-params.ts'

/** The members of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/members/')({
  validateSearch: membersSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(
      membersQuery(params.orgId, membersSearch.parse(location.search)),
    ),
  component: View,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <MembersPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
