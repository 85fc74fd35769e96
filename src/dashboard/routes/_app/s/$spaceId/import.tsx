import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { runsQuery } from '../../../../features/imports/import-queries.ts'
import { ImportView } from '../../../../features/imports/import-view.tsx'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { spaceQuery } from '../../../../features/space/space-queries.ts'
import { useSpaceCrumbs } from '../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../hooks/use-crumbs.ts'

/** Bringing pages into a space; `run` is the import whose report is open. */
export const Route = createFileRoute('/_app/s/$spaceId/import')({
  validateSearch: z.object({ run: z.string().optional().catch(undefined) }),
  loader: async ({ context: { queryClient }, params: { spaceId } }) => {
    const space = await queryClient.ensureQueryData(spaceQuery(spaceId))
    await queryClient.ensureQueryData(runsQuery(space))
  },
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const { run } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useCrumbs([...useSpaceCrumbs(space), { title: 'Import' }], `Import into ${space.title}`)
  const onOpen = useCallback(
    (id: string | undefined) => void navigate({ search: { run: id }, replace: true }),
    [navigate],
  )
  return (
    <>
      <SpaceHead space={space} />
      <ImportView space={space} open={run} onOpen={onOpen} />
    </>
  )
}
