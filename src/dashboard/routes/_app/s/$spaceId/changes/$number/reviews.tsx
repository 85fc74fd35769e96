import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { requestQuery } from '../../../../../../features/change-request/queries.ts'
import { ReviewsPage } from '../../../../../../features/change-request/reviews-page.tsx'
import { spaceQuery } from '../../../../../../features/space/queries.ts'

/** The reviewers of a change request and their reviews. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/reviews')({ component: View })

function View() {
  const at = Route.useParams()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <ReviewsPage
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
