import { createFileRoute, Outlet } from '@tanstack/react-router'
import { WhileReadable } from '../../../components/while-readable.tsx'
import { contentQuery } from '../../../data/content.ts'
import { spaceQuery } from '../../../features/space/queries.ts'
import { SpaceSkeleton } from '../../../features/space/space-skeleton.tsx'

/** Everything within one space; the space and its tree of pages are there for every view below. */
export const Route = createFileRoute('/_app/s/$spaceId')({
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    Promise.all([
      queryClient.ensureQueryData(spaceQuery(spaceId)),
      queryClient.ensureQueryData(contentQuery({ spaceId })),
    ]),
  component: View,
  pendingComponent: SpaceSkeleton,
})

function View() {
  return (
    <WhileReadable query={spaceQuery(Route.useParams().spaceId)}>
      <Outlet />
    </WhileReadable>
  )
}
