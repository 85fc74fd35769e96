import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { teamsQuery } from '../../../../../features/teams/queries.ts'
import { teamsSearch } from '../../../../../features/teams/search-params.ts'
import { TeamsPage } from '../../../../../features/teams/teams-page.tsx'

/** The teams of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/teams/')({
  validateSearch: teamsSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(
      teamsQuery(params.orgId, teamsSearch.parse(location.search), context.session.user.id),
    ),
  component: View,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <TeamsPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
