import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { GeneralPage } from '../../../../../features/org-settings/general-page.tsx'

/** What an organization is called and who may join it. */
export const Route = createFileRoute('/_app/o/$orgId/settings/general')({
  validateSearch: z.object({ dialog: z.literal('delete').optional().catch(undefined) }),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <GeneralPage
      key={organization.id}
      organization={organization}
      isDeleting={dialog === 'delete'}
      onDeleting={(is) => void navigate({ search: { dialog: is ? 'delete' : undefined } })}
    />
  )
}
