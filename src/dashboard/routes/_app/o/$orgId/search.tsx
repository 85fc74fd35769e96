import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SearchPage } from '../../../../features/search/search-page.tsx'
import { foundQuery, questionOf, searchSearch } from '../../../../features/search/search-query.ts'

/** Full text search over an organization. */
export const Route = createFileRoute('/_app/o/$orgId/search')({
  validateSearch: searchSearch,
  loader: ({ context, params, location }) => {
    const question = questionOf(searchSearch.parse(location.search))
    // Read ahead only; the view shows what it has, and bones until then.
    if (question !== '') void context.queryClient.prefetchInfiniteQuery(foundQuery(params.orgId, question))
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
