import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accessSearch } from '../../../../../../features/access/access-search.ts'
import { AccessView } from '../../../../../../features/access/access-view.tsx'
import { siteSubject } from '../../../../../../features/access/subject.ts'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** Who works on a site, and why. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/access')({
  validateSearch: accessSearch,
  component: View,
})

function View() {
  const { place, siteQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <>
      <SiteHead place={place} site={site} tab="Access" isQuiet />
      <AccessView
        key={site.id}
        subject={siteSubject(place.organizationId, site)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
