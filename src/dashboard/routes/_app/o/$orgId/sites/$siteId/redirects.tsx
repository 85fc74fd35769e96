import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { RedirectsPage } from '../../../../../../features/site-redirects/redirects-page.tsx'
import { redirectsSearch } from '../../../../../../features/site-redirects/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** From which addresses a site sends readers on. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/redirects')({
  validateSearch: redirectsSearch,
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Redirects" />
      <RedirectsPage
        key={site.id}
        {...{ params: siteParams, site, search }}
        onSearch={(change, options) => void navigate({ search: { ...search, ...change }, ...options })}
      />
    </>
  )
}
