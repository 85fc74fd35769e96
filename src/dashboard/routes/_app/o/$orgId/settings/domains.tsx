import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DomainsPage } from '../../../../../features/domains/domains-page.tsx'
import { domainsQuery } from '../../../../../features/domains/queries.ts'
import { domainsSearch } from '../../../../../features/domains/search-params.ts'

/** The email domains of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/domains')({
  validateSearch: domainsSearch,
  loader: async ({ context: { queryClient, organizationQuery }, params }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (permissions.admin) await queryClient.ensureInfiniteQueryData(domainsQuery(params.orgId))
  },
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <DomainsPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
