import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { spaceQuery } from '#dashboard/features/space/queries.ts'
import { requestQuery } from '../../../../../../features/change-request/request-queries.ts'
import { ConversationView } from '../../../../../../features/change-request/request-side.tsx'

/** What was said of a change request, as a view of its own. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/conversation')({ component: View })

function View() {
  const at = Route.useParams()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <ConversationView
      key={request.id}
      at={at}
      space={space}
      request={request}
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ to: '.', search: (all) => ({ ...all, ...change }), replace: true })
      }
    />
  )
}
