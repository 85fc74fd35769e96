import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ConversationPage } from '#dashboard/features/change-request/conversation.tsx'
import { requestQuery } from '#dashboard/features/change-request/queries.ts'
import { spaceQuery } from '#dashboard/features/space/queries.ts'

/** What was said of a change request, as a view of its own. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/conversation')({ component: View })

function View() {
  const at = Route.useParams()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <ConversationPage
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
