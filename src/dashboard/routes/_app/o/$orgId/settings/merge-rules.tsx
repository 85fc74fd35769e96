import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MergeRulesPage } from '../../../../../features/merge-rules/merge-rules-page.tsx'

/** What change requests in an organization need before they can be merged. */
export const Route = createFileRoute('/_app/o/$orgId/settings/merge-rules')({ component: View })

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return <MergeRulesPage key={organization.id} organization={organization} />
}
