import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { InsightsPage } from '../../../../../../features/site-insights/insights-page.tsx'
import { insightsSearch } from '../../../../../../features/site-insights/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** What readers do on a site. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/insights')({
  validateSearch: insightsSearch,
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Insights" />
      <InsightsPage
        key={site.id}
        {...{ params: siteParams, site, search }}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
      />
    </>
  )
}
