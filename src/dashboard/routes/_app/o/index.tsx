import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { lastOrganization } from '../../../features/frame/use-organization.ts'
import { OrganizationsPage } from '../../../features/organizations/organizations-page.tsx'
import { boolean, oneOf, searchParams } from '../../../lib/search-params.ts'

/** The user's organizations. `last` redirects to the one visited last, as after signing in. */
export const Route = createFileRoute('/_app/o/')({
  validateSearch: searchParams({ last: boolean, dialog: oneOf('new') }),
  beforeLoad: ({ context, search }) => {
    if (!search.last) return
    const { organizations } = context.session
    const known = organizations.find(({ id }) => id === lastOrganization()) ?? organizations[0]
    if (known) throw redirect({ to: '/o/$orgId', params: { orgId: known.id }, replace: true })
  },
  component: View,
})

function View() {
  const { session } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <OrganizationsPage
      session={session}
      isCreating={dialog === 'new'}
      onCreating={(isCreating) => void navigate({ to: '/o', search: isCreating ? { dialog: 'new' } : {} })}
    />
  )
}
