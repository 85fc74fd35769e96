import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ConversationPage } from '../../../../../../features/change-request/conversation.tsx'
import { requestQuery } from '../../../../../../features/change-request/queries.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** The conversation about a change request as its own page. */
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
