import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { isActive, requestQuery } from '../../../../../../features/change-request/request-queries.ts'
import { PagesFrame } from '../../../../../../features/space/pages-frame.tsx'
import { useContent } from '../../../../../../features/space/space-content.ts'
import { spaceSearch } from '../../../../../../features/space/space-search.ts'
import { contentAt } from '../../../../../../lib/content-at.ts'

/** The pages of a change request as they will be, read and written like those of a space. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages')({
  validateSearch: spaceSearch,
  loader: ({ context, params: { spaceId, number } }) =>
    context.queryClient.ensureQueryData(contentAt({ spaceId, change: number })),
  component: View,
})

function View() {
  const { spaceId, number } = Route.useParams()
  const navigate = useNavigate()
  const { data: request } = useSuspenseQuery(requestQuery({ spaceId, number }))
  const content = useContent(
    { spaceId, change: number },
    ({ permissions }) => permissions.edit && isActive(request),
  )
  const isEditing = useMatchRoute()({ to: '/s/$spaceId/changes/$number/pages/$pageId/edit' }) !== false
  return (
    <PagesFrame
      key={request.id}
      content={content}
      head={null}
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ to: '.', search: (all) => ({ ...all, ...change }), replace: !('new' in change) })
      }
      isEditing={isEditing}
    >
      <Outlet />
    </PagesFrame>
  )
}
