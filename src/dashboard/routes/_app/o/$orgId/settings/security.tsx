import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { secondFactorQuery } from '../../../../../components/confirm-identity.tsx'
import { membersByFactorQuery } from '../../../../../features/security/queries.ts'
import { securitySearch } from '../../../../../features/security/search-params.ts'
import { SecurityPage } from '../../../../../features/security/security-page.tsx'

/** How members of an organization sign in. */
export const Route = createFileRoute('/_app/o/$orgId/settings/security')({
  validateSearch: securitySearch,
  loader: async ({ context: { queryClient, organizationQuery }, params, location }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (!permissions.admin) return
    const search = securitySearch.parse(location.search)
    await Promise.all([
      queryClient.ensureQueryData(secondFactorQuery),
      queryClient.ensureInfiniteQueryData(membersByFactorQuery(params.orgId, {})),
      queryClient.ensureInfiniteQueryData(membersByFactorQuery(params.orgId, search)),
    ])
  },
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <SecurityPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
