import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import {
  isActive,
  requestFilesQuery,
  requestQuery,
} from '../../../../../../features/change-request/queries.ts'
import { RequestFiles } from '../../../../../../features/change-request/request-files.tsx'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** The files of a change request. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/files')({
  loader: ({ context, params }) => context.queryClient.prefetchInfiniteQuery(requestFilesQuery(params)),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const at = Route.useParams()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <RequestFiles
      key={at.number}
      at={at}
      request={request}
      canEdit={space.permissions.edit && isActive(request)}
    />
  )
}
