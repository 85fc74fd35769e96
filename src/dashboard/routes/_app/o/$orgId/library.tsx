import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LibraryPage } from '../../../../features/library/library-page.tsx'
import { LibrarySkeleton } from '../../../../features/library/library-skeleton.tsx'
import { librarySearch, readLibrary } from '../../../../features/library/queries.ts'

/** The library of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/library')({
  validateSearch: librarySearch,
  loader: ({ context, params }) => readLibrary(context.queryClient, params.orgId),
  component: View,
  pendingComponent: LibrarySkeleton,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <LibraryPage
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
