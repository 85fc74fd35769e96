import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GeneralPage } from '../../../../../features/org-settings/general-page.tsx'
import { SharedVariablesSection } from '../../../../../features/variables/shared-variables.tsx'
import { oneOf, searchParams } from '../../../../../lib/search-params.ts'

/** What an organization is called and who may join it. */
export const Route = createFileRoute('/_app/o/$orgId/settings/general')({
  validateSearch: searchParams({ dialog: oneOf('delete') }),
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
      variables={
        <SharedVariablesSection
          owner={{ organizationId: organization.id }}
          canEdit={organization.permissions.admin}
        />
      }
      onDeleting={(is) => void navigate({ search: { dialog: is ? 'delete' : undefined } })}
    />
  )
}
