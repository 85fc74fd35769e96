import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../features/translations/queries.ts'
import { settingsSearch } from '../../../../../features/translations/search-params.ts'
import { SettingsPage } from '../../../../../features/translations/settings-page.tsx'

/** The translation settings of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/translations')({
  validateSearch: settingsSearch,
  loader: ({ context, params }) => context.queryClient.ensureInfiniteQueryData(settingsQuery(params.orgId)),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <SettingsPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
