import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { allVersionsQuery, specQuery } from '../../../../../features/openapi/queries.ts'
import { versionsSearch } from '../../../../../features/openapi/search-params.ts'
import { VersionsPage } from '../../../../../features/openapi/versions-page.tsx'

/** The versions of an OpenAPI specification: operations of one, and the changes since another. */
export const Route = createFileRoute('/_app/o/$orgId/settings/openapi_/$specSlug')({
  validateSearch: versionsSearch,
  loader: ({ context: { queryClient }, params: { orgId, specSlug } }) =>
    Promise.all([
      queryClient.ensureQueryData(specQuery(orgId, specSlug)),
      queryClient.ensureQueryData(allVersionsQuery(orgId, specSlug)),
    ]),
  component: View,
})

function View() {
  const { orgId, specSlug } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: spec } = useSuspenseQuery(specQuery(orgId, specSlug))
  const { data: versions } = useSuspenseQuery(allVersionsQuery(orgId, specSlug))
  return (
    <VersionsPage
      key={spec.id}
      organizationId={orgId}
      spec={spec}
      versions={versions.items}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
