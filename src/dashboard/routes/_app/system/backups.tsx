import { createFileRoute } from '@tanstack/react-router'
import { BackupsPage } from '../../../features/system/backups-page.tsx'
import { backupOverviewQuery, backupsQuery } from '../../../features/system/queries.ts'
import { backupsSearch } from '../../../features/system/search-params.ts'

/** Backups of the service. */
export const Route = createFileRoute('/_app/system/backups')({
  validateSearch: backupsSearch,
  loader: async ({ context: { queryClient, isOperator } }) => {
    if (!isOperator) return
    await Promise.all([
      queryClient.ensureQueryData(backupOverviewQuery),
      queryClient.ensureInfiniteQueryData(backupsQuery),
    ])
  },
  component: View,
})

function View() {
  const { backup } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <BackupsPage openId={backup} onOpen={(id) => void navigate({ search: { backup: id } })} />
}
