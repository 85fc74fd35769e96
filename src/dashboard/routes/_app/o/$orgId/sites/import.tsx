import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { siteImportQuery } from '../../../../../features/imports/queries.ts'
import { SiteImportPage } from '../../../../../features/imports/site-import-page.tsx'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'
import { paths } from '../../../../../lib/paths.ts'
import { id, oneOf, searchParams } from '../../../../../lib/search-params.ts'

const search = searchParams({ from: oneOf('git', 'files'), open: id })

/** Importing a documentation of several spaces as a site; `open` is the import that is shown. */
export const Route = createFileRoute('/_app/o/$orgId/sites/import')({
  validateSearch: search,
  loaderDeps: ({ search: { open } }) => ({ open }),
  loader: async ({ context: { queryClient }, params: { orgId }, deps: { open } }) => {
    if (open !== undefined) await queryClient.ensureQueryData(siteImportQuery(orgId, open))
  },
  component: View,
})

function View() {
  const { from = 'git', open } = Route.useSearch()
  const { organizationQuery } = Route.useRouteContext()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  useBreadcrumbs([{ title: 'Sites', to: paths.sites(organization.id) }, { title: 'Import' }], 'Import a site')
  return <SiteImportPage organization={organization} from={from} open={open} />
}
