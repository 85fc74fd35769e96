import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../../../../features/audit/audit-page.tsx'
import { eventsQuery, knownFilters } from '../../../../../features/audit/queries.ts'
import { auditSearch } from '../../../../../features/audit/search-params.ts'

/** What was done in an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/audit')({
  validateSearch: auditSearch,
  loader: async ({ context: { queryClient, organizationQuery }, params, location }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (!permissions.admin) return
    await queryClient.prefetchInfiniteQuery(
      eventsQuery(params.orgId, knownFilters(auditSearch.parse(location.search))),
    )
  },
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <AuditPage
      key={organization.id}
      organization={organization}
      search={knownFilters(Route.useSearch())}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
