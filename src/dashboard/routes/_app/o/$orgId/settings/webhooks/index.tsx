import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SettingsHeader } from '../../../../../../components/settings-header.tsx'
import { NoPermission } from '../../../../../../components/ui/states.tsx'
import { webhooksQuery } from '../../../../../../features/webhooks/queries.ts'
import { webhooksSearch } from '../../../../../../features/webhooks/search-params.ts'
import { WebhooksPage } from '../../../../../../features/webhooks/webhooks-page.tsx'

/** The webhooks of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/webhooks/')({
  validateSearch: webhooksSearch,
  loader: async ({ context: { queryClient, organizationQuery }, params }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (permissions.admin) await queryClient.ensureInfiniteQueryData(webhooksQuery(params.orgId))
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
        <SettingsHeader organization={organization} part="Webhooks" />
        <NoPermission title="Only admins can manage webhooks" />
      </>
    )
  }
  return (
    <WebhooksPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  )
}
