import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ConflictsPage } from '../../../../../../features/change-request/conflicts-page.tsx'
import { conflictsQuery, requestQuery } from '../../../../../../features/change-request/queries.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'
import { PageBones } from '../../../../../../features/space/space-skeleton.tsx'

/** Where a change request and its space changed the same. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/conflicts')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(conflictsQuery(params)),
  component: View,
  pendingComponent: PageBones,
})

function View() {
  const at = Route.useParams()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return <ConflictsPage key={request.id} at={at} space={space} request={request} />
}
