import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { spaceQuery, useSpaceBreadcrumbs } from '#dashboard/features/space/queries.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { SpaceTalk } from '../../../../features/talk/space-talk.tsx'
import { talkQuery, talkSearch } from '../../../../features/talk/talk-queries.ts'

/** What is said of a space and its pages; `comment` is the thread that is chosen. */
export const Route = createFileRoute('/_app/s/$spaceId/comments')({
  validateSearch: talkSearch,
  loader: ({ context: { queryClient, session }, params, location }) => {
    const { status, by } = talkSearch.parse(location.search)
    const author = by === 'me' ? session.user.id : undefined
    return queryClient.prefetchInfiniteQuery(talkQuery(params.spaceId, { status, author }))
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
      <SpaceTalk
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
