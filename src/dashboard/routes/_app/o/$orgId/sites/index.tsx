import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sitesQuery } from '../../../../../features/sites/queries.ts'
import { sitesSearch } from '../../../../../features/sites/search-params.ts'
import { SitesPage } from '../../../../../features/sites/sites-page.tsx'

/** The sites of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/sites/')({
  validateSearch: sitesSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(sitesQuery(params.orgId, sitesSearch.parse(location.search))),
  component: View,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <SitesPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
