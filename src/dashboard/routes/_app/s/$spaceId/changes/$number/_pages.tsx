import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { contentQuery } from '../../../../../../data/content.ts'
import { isActive, requestQuery } from '../../../../../../features/change-request/queries.ts'
import { PagesLayout } from '../../../../../../features/space/pages-layout.tsx'
import { spaceSearch } from '../../../../../../features/space/search-params.ts'
import { useContent } from '../../../../../../features/space/space-content.ts'

/** The pages of a change request as they will be, read and written like those of a space. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages')({
  validateSearch: spaceSearch,
  loader: ({ context, params: { spaceId, number } }) =>
    context.queryClient.ensureQueryData(contentQuery({ spaceId, change: number })),
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
  const isEditing = useDeferredValue(
    useMatches({
      select: (matches) =>
        matches.at(-1)?.routeId === '/_app/s/$spaceId/changes/$number/_pages/pages/$pageId_/edit',
    }),
  )
  return (
    <PagesLayout
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
    </PagesLayout>
  )
}
