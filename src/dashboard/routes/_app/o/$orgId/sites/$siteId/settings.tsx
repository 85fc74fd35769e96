import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'
import { SiteSettings } from '../../../../../../features/sites/site-settings.tsx'
import { SharedVariablesSection } from '../../../../../../features/variables/shared-variables.tsx'

/** Title, address and deletion of a site. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/settings')({
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Settings" />
      <SiteSettings
        key={site.id}
        params={siteParams}
        site={site}
        variables={<SharedVariablesSection owner={siteParams} canEdit={site.permissions.edit} />}
      />
    </>
  )
}
