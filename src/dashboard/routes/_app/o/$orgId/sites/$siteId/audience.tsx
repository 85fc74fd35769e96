import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AudiencePage } from '../../../../../../features/site-audience/audience-page.tsx'
import { audienceSearch } from '../../../../../../features/site-audience/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'
import { useSchedule } from '../../../../../../features/sites/use-schedule.tsx'

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
  const { schedule, scheduleDialog } = useSchedule(siteParams, site)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Audience" />
      <AudiencePage
        key={site.id}
        {...{ params: siteParams, site, search }}
        onSearch={(change) => void navigate({ search: { ...search, ...change } })}
        onSchedule={(visibility) => schedule({ type: 'change-audience', visibility })}
      />
      {scheduleDialog}
    </>
  )
}
