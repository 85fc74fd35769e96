import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { structureQuery } from '../../../../../../features/site-structure/queries.ts'
import {
  type StructureSearch,
  structureSearch,
} from '../../../../../../features/site-structure/search-params.ts'
import { StructureActions } from '../../../../../../features/site-structure/structure-commands.tsx'
import { StructurePage } from '../../../../../../features/site-structure/structure-page.tsx'
import { SiteHead } from '../../../../../../features/sites/site-head.tsx'
import { useSchedule } from '../../../../../../features/sites/use-schedule.tsx'

/** What a site is made of. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId/structure')({
  validateSearch: structureSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(structureQuery(context.siteParams)),
  component: View,
})

function View() {
  const { siteParams, siteQuery } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery)
  const { schedule, scheduleDialog } = useSchedule(siteParams, site)
  const { data: structure } = useSuspenseQuery(structureQuery(siteParams))
  const isPlan = search.plan === true && site.permissions.edit
  const onSearch = (next: StructureSearch) =>
    void navigate({ search: { ...(isPlan ? { plan: true as const } : {}), ...next } })
  const actions = site.permissions.edit && (
    <StructureActions
      hasSections={structure.type === 'sections'}
      isPrimary={site.published && !isPlan}
      search={search}
      onSearch={onSearch}
    />
  )
  return (
    <>
      <SiteHead
        params={siteParams}
        site={site}
        tab="Structure"
        actions={actions}
        isQuiet={isPlan || site.published}
      />
      <StructurePage
        key={site.id}
        params={siteParams}
        site={site}
        search={search}
        onSearch={onSearch}
        onSchedule={(redirect) => schedule({ type: 'publish-plan', redirect })}
      />
      {scheduleDialog}
    </>
  )
}
