import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { LinksPage } from '../../../../features/links/links-page.tsx'
import { pageLinksQuery } from '../../../../features/links/queries.ts'
import { linksSearch } from '../../../../features/links/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { canEditLive } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** The links of a space, and which of them lead to nothing. */
export const Route = createFileRoute('/_app/s/$spaceId/links')({
  validateSearch: linksSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(pageLinksQuery(params, linksSearch.parse(location.search))),
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
      <LinksPage
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
