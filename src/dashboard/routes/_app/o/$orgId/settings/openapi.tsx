import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { specsQuery } from '../../../../../features/openapi/spec-queries.ts'
import { SpecsPage } from '../../../../../features/openapi/specs-page.tsx'
import { specsSearch } from '../../../../../features/openapi/specs-search.ts'

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
