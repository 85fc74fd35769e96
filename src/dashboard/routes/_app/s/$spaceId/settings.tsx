import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SpaceFields } from '../../../../features/custom-fields/space-fields.tsx'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { spaceQuery } from '../../../../features/space/space-queries.ts'
import { SpaceSettings } from '../../../../features/space/space-settings.tsx'
import { useSpaceCrumbs } from '../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../hooks/use-crumbs.ts'
import { roleIn } from '../../../../lib/session.ts'

/** Title, pictures, edit mode and custom fields of a space, and its ways elsewhere. */
export const Route = createFileRoute('/_app/s/$spaceId/settings')({
  validateSearch: z.object({ dialog: z.literal('transfer').optional().catch(undefined) }),
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const { dialog } = Route.useSearch()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useCrumbs([...useSpaceCrumbs(space), { title: 'Settings' }], `Settings of ${space.title}`)
  const isAdmin = roleIn(session, space.organization) === 'admin'
  return (
    <>
      <SpaceHead space={space} />
      <SpaceSettings
        key={space.id}
        space={space}
        fields={<SpaceFields space={space} isAdmin={isAdmin} />}
        isTransferring={dialog === 'transfer'}
        onTransferring={(is) => void navigate({ search: { dialog: is ? 'transfer' : undefined } })}
      />
    </>
  )
}
