import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { trashQuery } from '../../../../features/library/queries.ts'
import { TrashPage } from '../../../../features/library/trash-page.tsx'

/** Spaces that were deleted and can still be restored. */
export const Route = createFileRoute('/_app/o/$orgId/trash')({
  loader: ({ context, params }) => context.queryClient.ensureInfiniteQueryData(trashQuery(params.orgId)),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return <TrashPage key={organization.id} organization={organization} />
}
