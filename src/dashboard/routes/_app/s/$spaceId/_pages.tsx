import { createFileRoute, Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { PagesLayout } from '../../../../features/space/pages-layout.tsx'
import { spaceSearch } from '../../../../features/space/search-params.ts'
import { useContent } from '../../../../features/space/space-content.ts'
import { PagesHead } from '../../../../features/space/space-head.tsx'

/** The page tree of a space, next to a page that is read or written. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages')({
  validateSearch: spaceSearch,
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = useNavigate()
  const content = useContent({ spaceId })
  // The head goes after the page that was read, whose position is stored as it was on screen.
  const isEditing = useDeferredValue(
    useMatches({
      select: (matches) => matches.at(-1)?.routeId === '/_app/s/$spaceId/_pages/p/$pageId_/edit',
    }),
  )
  return (
    <PagesLayout
      key={spaceId}
      content={content}
      head={<PagesHead />}
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
