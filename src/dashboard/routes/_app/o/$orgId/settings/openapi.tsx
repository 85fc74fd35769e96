import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { specsQuery } from '../../../../../features/openapi/queries.ts'
import { specsSearch } from '../../../../../features/openapi/search-params.ts'
import { SpecsPage } from '../../../../../features/openapi/specs-page.tsx'

/** The OpenAPI specifications of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/settings/openapi')({
  validateSearch: specsSearch,
  loader: ({ context, params }) => context.queryClient.ensureInfiniteQueryData(specsQuery(params.orgId)),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <SpecsPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
