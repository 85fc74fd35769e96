import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { accessSearch } from '../../../../features/access/access-search.ts'
import { AccessView } from '../../../../features/access/access-view.tsx'
import { subjectOf } from '../../../../features/access/subject.ts'
import { CollectionHead } from '../../../../features/library/collection-head.tsx'
import { q } from '../../../../lib/api.ts'

/** Who can do what in a collection, and why. */
export const Route = createFileRoute('/_app/o/$orgId/collections/$collectionId_/access')({
  validateSearch: accessSearch,
  context: ({ params }) => ({
    collectionQuery: q(api.collections.get, { params: { collectionId: params.collectionId } }),
  }),
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(context.collectionQuery)
  },
  component: View,
})

function View() {
  const { collectionQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: collection } = useSuspenseQuery(collectionQuery)
  return (
    <>
      <CollectionHead collection={collection} part="Access" />
      <AccessView
        key={collection.id}
        subject={subjectOf(collection)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
