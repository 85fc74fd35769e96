import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { customizeSearch } from '../../../../../../features/site-looks/customize-search.ts'
import { CustomizeView } from '../../../../../../features/site-looks/customize-view.tsx'
import { looksQuery } from '../../../../../../features/site-looks/looks-queries.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** How a site looks. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/customize')({
  validateSearch: customizeSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(looksQuery(context.siteParams)),
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: looks } = useSuspenseQuery(looksQuery(siteParams))
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Customize" />
      <CustomizeView
        key={site.id}
        {...{ params: siteParams, site, looks, search }}
        // What is written stays while one turns parts over; it would not with another space.
        onSearch={(next) =>
          void navigate({ search: next, replace: true, ignoreBlocker: next.space === search.space })
        }
      />
    </>
  )
}
