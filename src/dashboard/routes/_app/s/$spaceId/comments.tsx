import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { CommentsPage } from '../../../../features/comments/comments-page.tsx'
import { commentsQuery } from '../../../../features/comments/queries.ts'
import { commentsSearch } from '../../../../features/comments/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** The comments on a space and its pages; `comment` is the selected thread. */
export const Route = createFileRoute('/_app/s/$spaceId/comments')({
  validateSearch: commentsSearch,
  loader: ({ context: { queryClient, session }, params, location }) => {
    const { status, by } = commentsSearch.parse(location.search)
    const author = by === 'me' ? session.user.id : undefined
    return queryClient.prefetchInfiniteQuery(commentsQuery(params.spaceId, { status, author }))
  },
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Comments' }], `Comments on ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <CommentsPage
        key={space.id}
        space={space}
        meId={session.user.id}
        search={Route.useSearch()}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </>
  )
}
