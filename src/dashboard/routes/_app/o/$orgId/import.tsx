import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ImportStart } from '../../../../features/library/import-start.tsx'

/** Where an import begins that has no space yet. */
export const Route = createFileRoute('/_app/o/$orgId/import')({ component: View })

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return <ImportStart organization={organization} />
}
