import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryOf, searchResultsQuery } from '../../../../features/search/queries.ts'
import { SearchPage } from '../../../../features/search/search-page.tsx'
import { searchSearch } from '../../../../features/search/search-params.ts'

/** Full text search over an organization. */
export const Route = createFileRoute('/_app/o/$orgId/search')({
  validateSearch: searchSearch,
  loader: ({ context, params, location }) => {
    const query = queryOf(searchSearch.parse(location.search))
    // Read ahead only; the view shows what it has, and bones until then.
    if (query !== '') void context.queryClient.prefetchInfiniteQuery(searchResultsQuery(params.orgId, query))
  },
  component: View,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <SearchPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
    />
  )
}
