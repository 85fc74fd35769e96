import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, CircleAlert, GitPullRequest, type LucideIcon, RefreshCw } from 'lucide-react'
import { GIT_SYNC_RETENTION_DAYS, type GitSyncRun } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { MoreButton } from '../../components/query-states.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { paths } from '../../lib/paths.ts'
import styles from './git-sync.module.css'
import { runSteps, shortCommit } from './labels.ts'
import { gitSyncRunsQuery } from './queries.ts'

/** The latest syncs that did something or failed, newest first. */
export function SyncRuns({ space }: { space: Space }) {
  const list = useInfiniteQuery(gitSyncRunsQuery(space.id))
  const runs = itemsOf(list.data).filter(({ status }) => status !== 'running')
  if (list.isError) {
    return (
      <Failed
        title="Couldn’t load the latest syncs"
        reason={errorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  }
  return (
    <section aria-labelledby="git-runs">
      <h2 id="git-runs">Latest syncs</h2>
      {runs.length === 0 ? (
        <p className="soft">
          {list.data ? `Nothing was synced in the last ${GIT_SYNC_RETENTION_DAYS} days.` : 'Loading'}
        </p>
      ) : (
        <ul className={styles.runs}>
          {runs.map((run) => (
            <Run key={run.id} run={run} spaceId={space.id} />
          ))}
        </ul>
      )}
      <MoreButton read={list} className="line">
        Show more
      </MoreButton>
    </section>
  )
}

function Run({ run, spaceId }: { run: GitSyncRun; spaceId: string }) {
  const { icon, className } = markOf(run)
  return (
    <li>
      <Icon of={icon} size="s" className={className} />
      <div className={styles.steps}>
        {run.status === 'failed' && <p>Failed. {run.reason}</p>}
        {runSteps(run).map(({ kind, text, commit }) => (
          <p key={kind}>
            {text} <span className="mono meta faint">{shortCommit(commit)}</span>
          </p>
        ))}
        {run.changeRequest !== undefined && (
          <p>
            <Link className="link" to={paths.change(spaceId, run.changeRequest)}>
              Change request
            </Link>
          </p>
        )}
      </div>
      <span className={styles.when}>
        <Time at={run.endedAt ?? run.startedAt} />
      </span>
    </li>
  )
}

function markOf({ status, pulled, pushed }: GitSyncRun): { icon: LucideIcon; className?: string } {
  if (status === 'failed') return { icon: CircleAlert, className: 'i-danger' }
  if (status === 'awaiting-merge') return { icon: GitPullRequest, className: 'i-warning' }
  if (pulled.length > 0 && pushed.length > 0) return { icon: RefreshCw }
  return { icon: pushed.length > 0 ? ArrowUp : ArrowDown }
}
