import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { spaceQuery } from '../../../../features/space/space-queries.ts'
import { SpaceSettings } from '../../../../features/space/space-settings.tsx'
import { useSpaceCrumbs } from '../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../hooks/use-crumbs.ts'

/** Title, emoji, edit mode and default level of a space. */
export const Route = createFileRoute('/_app/s/$spaceId/settings')({ component: View })

function View() {
  const { spaceId } = Route.useParams()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useCrumbs([...useSpaceCrumbs(space), { title: 'Settings' }], `Settings of ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <SpaceSettings space={space} />
    </>
  )
}
