import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { OverviewPage } from '../../../../../../features/change-request/overview-page.tsx'
import { requestQuery } from '../../../../../../features/change-request/queries.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** What a change request changes, its conversation, and what is left before the merge. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/overview')({ component: View })

function View() {
  const at = Route.useParams()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <OverviewPage
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
