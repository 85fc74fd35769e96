import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CustomizePage } from '../../../../../../features/site-customization/customize-page.tsx'
import { customizationQuery } from '../../../../../../features/site-customization/queries.ts'
import { customizeSearch } from '../../../../../../features/site-customization/search-params.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** How a site customization. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/customize')({
  validateSearch: customizeSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(customizationQuery(context.siteParams)),
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: customization } = useSuspenseQuery(customizationQuery(siteParams))
  return (
    <>
      <SiteHead params={siteParams} site={site} tab="Customize" />
      <CustomizePage
        key={site.id}
        {...{ params: siteParams, site, customization, search }}
        // What is written stays while one turns parts over; it would not with another space.
        onSearch={(next) =>
          void navigate({ search: next, replace: true, ignoreBlocker: next.space === search.space })
        }
      />
    </>
  )
}
