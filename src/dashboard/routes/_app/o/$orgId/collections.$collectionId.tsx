import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { WhileReadable } from '../../../../components/while-readable.tsx'
import { q } from '../../../../data/api.ts'
import { CollectionPage } from '../../../../features/library/collection-page.tsx'
import { readLibrary } from '../../../../features/library/queries.ts'
import { librarySearch } from '../../../../features/library/search-params.ts'

/** A collection and its contents. */
export const Route = createFileRoute('/_app/o/$orgId/collections/$collectionId')({
  validateSearch: librarySearch,
  context: ({ params }) => ({
    collectionQuery: q(api.collections.get, { params: { collectionId: params.collectionId } }),
  }),
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(context.collectionQuery),
      readLibrary(context.queryClient, params.orgId),
    ]),
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
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery, collectionQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const { data: collection } = useSuspenseQuery(collectionQuery)
  return (
    <CollectionPage
      key={collection.id}
      organization={organization}
      collection={collection}
      search={search}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
    />
  )
}
