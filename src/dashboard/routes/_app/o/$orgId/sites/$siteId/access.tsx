import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccessPage } from '../../../../../../features/access/access-page.tsx'
import { siteResource } from '../../../../../../features/access/queries.ts'
import { accessSearch } from '../../../../../../features/access/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** Who works on a site, and why. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/access')({
  validateSearch: accessSearch,
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Access" isQuiet />
      <AccessPage
        key={site.id}
        resource={siteResource(siteParams.organizationId, site)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
