import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { diffSearch } from '../../../../components/diff/diff-search.ts'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { HistoryPage } from '../../../../features/history/history-page.tsx'
import { revisionsQuery } from '../../../../features/history/queries.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { id, searchParams } from '../../../../lib/search-params.ts'

/** The revisions of a space; `revision` is the one that is shown. */
export const Route = createFileRoute('/_app/s/$spaceId/history')({
  validateSearch: searchParams({ ...diffSearch.shape, revision: id }),
  loader: ({ context, params }) => context.queryClient.prefetchInfiniteQuery(revisionsQuery(params.spaceId)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'History' }], `History of ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <HistoryPage
        key={space.id}
        space={space}
        search={Route.useSearch()}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </>
  )
}
