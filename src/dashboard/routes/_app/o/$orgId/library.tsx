import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Bone, TreeSkeleton } from '../../../../components/ui/skeleton.tsx'
import { LibraryPage } from '../../../../features/library/library-page.tsx'
import { readLibrary } from '../../../../features/library/queries.ts'
import { librarySearch } from '../../../../features/library/search-params.ts'

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

/** The page while its first rows load; here, so that the page itself loads lazily. */
function LibrarySkeleton() {
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Library</h1>
        </div>
      </div>
      <div className="toolbar">
        <Bone width="min(16rem, 100%)" height="1.75rem" />
      </div>
      <div className="scroll">
        <TreeSkeleton rows={14} />
      </div>
    </>
  )
}
