import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FieldsPage } from '../../../../../features/custom-fields/fields-page.tsx'
import { fieldsQuery } from '../../../../../features/custom-fields/queries.ts'
import { fieldsSearch } from '../../../../../features/custom-fields/search-params.ts'

/** The custom fields of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/fields')({
  validateSearch: fieldsSearch,
  loader: ({ context, params }) => context.queryClient.ensureInfiniteQueryData(fieldsQuery(params.orgId)),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <FieldsPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
