import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SettingsHeader } from '../../../../../components/settings-header.tsx'
import { NoPermission } from '../../../../../components/ui/states.tsx'
import { ProvisioningPage } from '../../../../../features/provisioning/provisioning-page.tsx'
import { scimTokensQuery } from '../../../../../features/provisioning/queries.ts'
import { provisioningSearch } from '../../../../../features/provisioning/search-params.ts'

/** Provisioning of members and teams by an identity provider. */
export const Route = createFileRoute('/_app/o/$orgId/settings/provisioning')({
  validateSearch: provisioningSearch,
  loader: async ({ context: { queryClient, organizationQuery }, params }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (permissions.admin) await queryClient.ensureInfiniteQueryData(scimTokensQuery(params.orgId))
  },
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  if (!organization.permissions.admin) {
    return (
      <>
        <SettingsHeader organization={organization} part="Provisioning" />
        <NoPermission title="Only admins can manage provisioning" />
      </>
    )
  }
  return (
    <ProvisioningPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  )
}
