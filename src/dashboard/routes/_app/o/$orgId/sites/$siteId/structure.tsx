import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { StructureHeadActs } from '../../../../../../features/site-structure/structure-head-acts.tsx'
import { structureQuery } from '../../../../../../features/site-structure/structure-query.ts'
import {
  type StructureSearch,
  structureSearch,
} from '../../../../../../features/site-structure/structure-search.ts'
import { StructureView } from '../../../../../../features/site-structure/structure-view.tsx'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'

/** What a site is made of. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/structure')({
  validateSearch: structureSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(structureQuery(context.place)),
  component: View,
})

function View() {
  const { place, siteQuery } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: structure } = useSuspenseQuery(structureQuery(place))
  const isPlan = search.plan === true && site.permissions.edit
  const onSearch = (next: StructureSearch) =>
    void navigate({ search: { ...(isPlan ? { plan: true as const } : {}), ...next } })
  const acts = site.permissions.edit && (
    <StructureHeadActs hasSections={structure.type === 'sections'} search={search} onSearch={onSearch} />
  )
  return (
    <>
      <SiteHead place={place} site={site} tab="Structure" acts={acts} isQuiet={isPlan} />
      <StructureView key={site.id} place={place} site={site} search={search} onSearch={onSearch} />
    </>
  )
}
