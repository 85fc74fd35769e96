import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { queryOf, spaceResultsQuery } from '../../../../features/search/queries.ts'
import { searchSearch } from '../../../../features/search/search-params.ts'
import { SpaceSearch } from '../../../../features/search/space-search.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** Full-text search in a space. */
export const Route = createFileRoute('/_app/s/$spaceId/search')({
  validateSearch: searchSearch,
  loader: ({ context, params, location }) => {
    const query = queryOf(searchSearch.parse(location.search))
    // Read ahead only; the view shows a skeleton until then.
    if (query !== '') void context.queryClient.prefetchInfiniteQuery(spaceResultsQuery(params.spaceId, query))
  },
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Search' }], `Search ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <SpaceSearch
        key={spaceId}
        space={space}
        search={Route.useSearch()}
        onSearch={(next, options) => void navigate({ search: next, ...options })}
      />
    </>
  )
}
