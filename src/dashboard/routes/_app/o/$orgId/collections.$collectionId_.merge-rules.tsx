import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { WhileReadable } from '../../../../components/while-readable.tsx'
import { q } from '../../../../data/api.ts'
import { CollectionHead } from '../../../../features/library/collection-head.tsx'
import { MergeRulesSection } from '../../../../features/merge-rules/merge-rules-section.tsx'
import { labels } from '../../../../lib/labels.ts'

/** What change requests in the spaces of a collection need before they can be merged. */
export const Route = createFileRoute('/_app/o/$orgId/collections/$collectionId_/merge-rules')({
  context: ({ params }) => ({
    collectionQuery: q(api.collections.get, { params: { collectionId: params.collectionId } }),
  }),
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
  const { data: collection } = useSuspenseQuery(Route.useRouteContext().collectionQuery)
  const { id, organization, title, permissions } = collection
  return (
    <>
      <CollectionHead collection={collection} section="Merge rules" />
      <div className="scroll">
        <div className="settings">
          <MergeRulesSection
            key={id}
            target={{ type: 'collection', id, organizationId: organization }}
            title={title || labels.untitled}
            canEdit={permissions.admin}
          />
        </div>
      </div>
    </>
  )
}
