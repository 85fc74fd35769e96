import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { placesQuery } from '../../../../features/links/link-queries.ts'
import { linksSearch } from '../../../../features/links/links-search.ts'
import { LinksView } from '../../../../features/links/links-view.tsx'
import { mayEditLive } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { spaceQuery } from '../../../../features/space/space-queries.ts'
import { useSpaceCrumbs } from '../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../hooks/use-crumbs.ts'

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
  useCrumbs([...useSpaceCrumbs(space), { title: 'Links' }], `Links of ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <LinksView
        key={spaceId}
        space={space}
        at={{ spaceId }}
        mayEditLive={mayEditLive(space)}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </>
  )
}
