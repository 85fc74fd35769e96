import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { ImportsPage } from '../../../../features/imports/imports-page.tsx'
import { importRunsQuery } from '../../../../features/imports/queries.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { paths } from '../../../../lib/paths.ts'
import { oneOf, searchParams, text } from '../../../../lib/search-params.ts'

/** Bringing pages into a space; `from` is the kind of source chosen, `run` the import whose report is open. */
export const Route = createFileRoute('/_app/s/$spaceId/import')({
  validateSearch: searchParams({ from: oneOf('files', 'word', 'website', 'git'), run: text() }),
  loader: async ({ context: { queryClient }, params: { spaceId } }) => {
    const space = await queryClient.ensureQueryData(spaceQuery(spaceId))
    await queryClient.ensureQueryData(importRunsQuery(space))
  },
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const { from = 'files', run } = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Import' }], `Import into ${space.title}`)
  const onOpen = useCallback(
    (id: string | undefined) => {
      // An import that finishes during a navigation must not navigate again.
      if (router.latestLocation.pathname !== paths.spaceImport(spaceId)) return
      void navigate({ search: (now) => ({ ...now, run: id }), replace: true })
    },
    [navigate, router, spaceId],
  )
  return (
    <>
      <SpaceHead space={space} />
      <ImportsPage
        space={space}
        from={from}
        open={run}
        onOpen={onOpen}
        onFrom={(kind) => void navigate({ search: { from: kind }, replace: true })}
      />
    </>
  )
}
