import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { WhileReadable } from '../../../../components/while-readable.tsx'
import { q } from '../../../../data/api.ts'
import { AccessPage } from '../../../../features/access/access-page.tsx'
import { resourceOf } from '../../../../features/access/queries.ts'
import { accessSearch } from '../../../../features/access/search-params.ts'
import { CollectionHead } from '../../../../features/library/collection-head.tsx'

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
  return (
    <WhileReadable query={Route.useRouteContext().collectionQuery}>
      <Collection />
    </WhileReadable>
  )
}

function Collection() {
  const { collectionQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: collection } = useSuspenseQuery(collectionQuery)
  return (
    <>
      <CollectionHead collection={collection} section="Access" />
      <AccessPage
        key={collection.id}
        resource={resourceOf(collection)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
