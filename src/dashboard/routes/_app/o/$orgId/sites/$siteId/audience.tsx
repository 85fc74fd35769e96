import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AudiencePage } from '../../../../../../features/site-audience/audience-page.tsx'
import { audienceSearch } from '../../../../../../features/site-audience/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** Who reads a site. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/audience')({
  validateSearch: audienceSearch,
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Audience" />
      <AudiencePage
        key={site.id}
        {...{ params: siteParams, site, search }}
        onSearch={(change) => void navigate({ search: { ...search, ...change } })}
      />
    </>
  )
}
