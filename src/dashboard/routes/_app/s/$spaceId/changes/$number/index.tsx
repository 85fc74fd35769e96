import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { diffSearch } from '../../../../../../components/diff/diff-search.ts'
import { baseOf, contentQuery } from '../../../../../../data/content.ts'
import { changesQuery, requestQuery } from '../../../../../../features/change-request/queries.ts'
import { RequestChanges } from '../../../../../../features/change-request/request-changes.tsx'
import { spaceQuery } from '../../../../../../features/space/queries.ts'
import { PageBones } from '../../../../../../features/space/space-skeleton.tsx'

/** What a change request changes; `page` is the page that is shown. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/')({
  validateSearch: diffSearch,
  loader: async ({ context: { queryClient }, params }) => {
    const { spaceId, number } = params
    const request = queryClient.ensureQueryData(requestQuery(params))
    await Promise.all([
      queryClient.ensureQueryData(changesQuery(params)),
      queryClient.ensureQueryData(contentQuery({ spaceId, change: number })),
      queryClient.ensureQueryData(contentQuery({ spaceId, revision: baseOf(await request) })),
    ])
  },
  component: View,
  pendingComponent: PageBones,
})

function View() {
  const at = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  return (
    <RequestChanges
      key={request.id}
      at={at}
      space={space}
      request={request}
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: !('dialog' in change) })
      }
    />
  )
}
