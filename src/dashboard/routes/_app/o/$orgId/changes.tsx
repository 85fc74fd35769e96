import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { OrganizationChanges } from '../../../../features/changes/organization-changes.tsx'
import { organizationChangesQuery } from '../../../../features/changes/queries.ts'
import { organizationChangesSearch } from '../../../../features/changes/search-params.ts'

/** The change requests of all spaces of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/changes')({
  validateSearch: organizationChangesSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(
      organizationChangesQuery(params.orgId, organizationChangesSearch.parse(location.search)),
    ),
  component: View,
})

function View() {
  const { session, organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <OrganizationChanges
      key={organization.id}
      organization={organization}
      meId={session.user.id}
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
    />
  )
}
