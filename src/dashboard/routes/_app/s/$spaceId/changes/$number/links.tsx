import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { LinksPage } from '../../../../../../features/links/links-page.tsx'
import { pageLinksQuery } from '../../../../../../features/links/queries.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** The links that a change request would break. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/links')({
  loader: ({ context, params: { spaceId, number } }) =>
    context.queryClient.prefetchInfiniteQuery(pageLinksQuery({ spaceId, change: number }, {})),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId, number } = Route.useParams()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  return (
    <LinksPage
      key={number}
      space={space}
      at={{ spaceId, change: number }}
      canEditLive={false}
      search={{}}
      onSearch={() => undefined}
    />
  )
}
