import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { siteOverviewSearch } from '../../../../../../features/sites/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'
import { SiteOverview } from '../../../../../../features/sites/site-overview.tsx'

/** Where a site is and what it is called. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/')({
  validateSearch: siteOverviewSearch,
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Overview" />
      <SiteOverview
        key={site.id}
        params={siteParams}
        site={site}
        isScheduling={dialog === 'schedule'}
        onSchedule={(isOpen) =>
          void navigate({ search: isOpen ? { dialog: 'schedule' } : {}, replace: !isOpen })
        }
      />
    </>
  )
}
