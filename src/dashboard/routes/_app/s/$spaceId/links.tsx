import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { spaceQuery, useSpaceBreadcrumbs } from '#dashboard/features/space/queries.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { placesQuery } from '../../../../features/links/link-queries.ts'
import { linksSearch } from '../../../../features/links/links-search.ts'
import { LinksView } from '../../../../features/links/links-view.tsx'
import { canEditLive } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'

/** The links of a space, and which of them lead to nothing. */
export const Route = createFileRoute('/_app/s/$spaceId/links')({
  validateSearch: linksSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(placesQuery(params, linksSearch.parse(location.search))),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Links' }], `Links of ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <LinksView
        key={spaceId}
        space={space}
        at={{ spaceId }}
        canEditLive={canEditLive(space)}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </>
  )
}
