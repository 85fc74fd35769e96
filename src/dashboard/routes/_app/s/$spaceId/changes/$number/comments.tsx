import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { requestQuery } from '../../../../../../features/change-request/queries.ts'
import { RequestComments } from '../../../../../../features/change-request/request-comments.tsx'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** All comments of a change request. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/comments')({ component: View })

function View() {
  const at = Route.useParams()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <RequestComments
      key={request.id}
      at={at}
      space={space}
      request={request}
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ to: '.', search: (all) => ({ ...all, ...change }), replace: !('dialog' in change) })
      }
    />
  )
}
