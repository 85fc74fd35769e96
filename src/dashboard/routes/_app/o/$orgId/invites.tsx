import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { InvitesPage } from '../../../../features/invites/invites-page.tsx'
import { invitesQuery } from '../../../../features/invites/queries.ts'
import { oneOf, searchParams } from '../../../../lib/search-params.ts'

/** The invite links of an organization. */
export const Route = createFileRoute('/_app/o/$orgId/invites')({
  validateSearch: searchParams({ dialog: oneOf('new') }),
  loader: ({ context, params }) => context.queryClient.prefetchInfiniteQuery(invitesQuery(params.orgId)),
  component: View,
})

function View() {
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <InvitesPage
      key={organization.id}
      organization={organization}
      isCreating={dialog === 'new'}
      onCreating={(is) => void navigate({ search: { dialog: is ? 'new' : undefined } })}
    />
  )
}
