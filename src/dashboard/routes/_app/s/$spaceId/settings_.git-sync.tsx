import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { gitSyncQuery } from '../../../../data/git-sync.ts'
import { GitSyncPage } from '../../../../features/git-sync/git-sync-page.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { paths } from '../../../../lib/paths.ts'
import { oneOf, searchParams } from '../../../../lib/search-params.ts'

/** The Git repository that a space is synced with. */
export const Route = createFileRoute('/_app/s/$spaceId/settings_/git-sync')({
  validateSearch: searchParams({ dialog: oneOf('credentials') }),
  loader: async ({ context: { queryClient }, params: { spaceId } }) => {
    const { permissions } = await queryClient.ensureQueryData(spaceQuery(spaceId))
    if (permissions.admin) await queryClient.prefetchQuery(gitSyncQuery(spaceId))
  },
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId } = Route.useParams()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const settings = { title: 'Settings', to: paths.spaceSettings(spaceId) }
  useBreadcrumbs(
    [...useSpaceBreadcrumbs(space), settings, { title: 'Git sync' }],
    `Git sync of ${space.title}`,
  )
  return (
    <>
      <SpaceHead space={space} />
      <GitSyncPage
        key={space.id}
        space={space}
        isReplacing={dialog === 'credentials'}
        onReplacingChange={(is) => void navigate({ search: { dialog: is ? 'credentials' : undefined } })}
      />
    </>
  )
}
