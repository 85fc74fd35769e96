import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { gitSyncQuery, isSyncing } from '../data/git-sync.ts'
import { paths } from '../lib/paths.ts'
import { Status } from './ui/marks.tsx'
import { Time } from './ui/time.tsx'

type Summary = {
  readonly tone?: 'warning' | 'danger'
  readonly icon?: LucideIcon
  readonly content: ReactNode
  readonly to?: string
}

/** The Git sync of a space in its header, for people who manage it; links to what needs attention. */
export function GitSyncStatus({ space }: { space: Space }) {
  const { data: sync } = useQuery({ ...gitSyncQuery(space.id), retry: false })
  if (!sync) return null
  const { tone, icon = GitBranch, content, to = paths.spaceGitSync(space.id) } = summaryOf(sync)
  return (
    <Link className="wide" to={to}>
      <Status {...(tone ? { tone } : {})} icon={icon}>
        {content}
      </Status>
    </Link>
  )
}

function summaryOf(sync: SpaceGitSync): Summary {
  if (sync.paused) return { content: 'Git sync is paused' }
  if (sync.status === 'failed') return { tone: 'danger', icon: TriangleAlert, content: 'Git sync failed' }
  if (sync.status === 'awaiting-merge' && sync.changeRequest !== undefined) {
    const to = paths.change(sync.space, sync.changeRequest)
    return { tone: 'warning', icon: TriangleAlert, content: 'Git waits for a change request', to }
  }
  if (isSyncing(sync) || sync.syncedAt === undefined) return { content: 'Syncing with Git' }
  return {
    content: (
      <span>
        Synced with Git <Time at={sync.syncedAt} ago />
      </span>
    ),
  }
}
