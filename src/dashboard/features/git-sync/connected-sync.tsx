import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Pause, Play, RefreshCw, Unlink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { gitSyncQuery, isSyncing } from '../../data/git-sync.ts'
import { useActions } from '../../hooks/use-actions.ts'
import styles from './git-sync.module.css'
import { credentialsLabel, needsDeployKey, repositoryName, shortCommit, syncState } from './labels.ts'
import { useFinishedSync, useGitSyncActions } from './mutations.ts'
import { ReplaceCredentialsDialog } from './sync-dialogs.tsx'
import { SyncNotice } from './sync-notice.tsx'
import { SyncRuns } from './sync-runs.tsx'
import { SyncSettings } from './sync-settings.tsx'
import { WebhookSection } from './webhook-section.tsx'

type Props = {
  space: Space
  sync: SpaceGitSync
  isReplacing: boolean
  onReplacingChange: (is: boolean) => void
}

type Actions = ReturnType<typeof useGitSyncActions>

const REQUESTED_POLL_MS = 1000

/** The repository of a space: state, latest syncs and settings. */
export function ConnectedSync({ space, sync, isReplacing, onReplacingChange }: Props) {
  const actions = useGitSyncActions(space)
  // A sync that starts sets the time of the next check.
  const [requestedAt, setRequestedAt] = useState<string>()
  const isRequested = requestedAt === sync.nextPollAt && !sync.paused
  const isActive = isSyncing(sync) || isRequested
  useQuery({ ...gitSyncQuery(space.id), ...(isRequested ? { refetchInterval: REQUESTED_POLL_MS } : {}) })
  useFinishedSync(space.id, isActive)
  const onRun = () => actions.run(({ nextPollAt }) => setRequestedAt(nextPollAt))
  const onReplace = () => onReplacingChange(true)
  const onDisconnect = () => void actions.disconnect(sync)
  useActions([
    ...(sync.paused ? [] : [{ id: 'git-sync', label: 'Sync with Git now', icon: RefreshCw, run: onRun }]),
    { id: 'git-disconnect', label: 'Disconnect the Git repository', icon: Unlink, run: onDisconnect },
  ])
  return (
    <>
      <section aria-label="Repository">
        <div className={styles.head}>
          <h2 className={clsx(styles.name, 'truncate')} title={sync.url}>
            {repositoryName(sync.url)}
          </h2>
          <HeadActions sync={sync} actions={actions} isActive={isActive} onRun={onRun} />
        </div>
        <SyncFacts sync={sync} isRequested={isRequested} />
        <SyncNotice space={space} sync={sync} actions={actions} onReplace={onReplace} />
      </section>
      <SyncRuns space={space} />
      <SyncSettings key={sync.createdAt} space={space} sync={sync} />
      <WebhookSection sync={sync} />
      <div className={clsx('section-actions', styles.actions)}>
        <SectionAction
          title="Credentials"
          button={
            <Button variant="outline" onClick={onReplace}>
              Replace credentials
            </Button>
          }
        >
          {credentialsLabel(sync.credentials)}
          {sync.credentials.publicKey !== undefined && (
            <>
              {' '}
              Its public half is <span className="mono">{sync.credentials.publicKey}</span>
            </>
          )}
        </SectionAction>
        {sync.credentials.hostKey !== undefined && (
          <SectionAction
            title="Server key"
            button={
              <Button variant="outline" onClick={() => void actions.trustNewHostKey(sync)}>
                Trust a new key
              </Button>
            }
          >
            Lectern only connects to the server with the key{' '}
            <span className="mono">{sync.credentials.hostKey}</span>.
          </SectionAction>
        )}
        <SectionAction
          title="Disconnect the repository"
          button={
            <Button variant="danger-outline" icon={Unlink} onClick={onDisconnect}>
              Disconnect
            </Button>
          }
        >
          Pages and files stay as they are on both sides, and are no longer synced.
        </SectionAction>
      </div>
      {isReplacing && (
        <ReplaceCredentialsDialog space={space} sync={sync} onClose={() => onReplacingChange(false)} />
      )}
    </>
  )
}

type HeadProps = { sync: SpaceGitSync; actions: Actions; isActive: boolean; onRun: () => void }

function HeadActions({ sync, actions, isActive, onRun }: HeadProps) {
  if (needsDeployKey(sync)) return null
  if (sync.paused) {
    return (
      <Button variant="primary" icon={Play} onClick={() => actions.setPaused(sync, false)}>
        Resume
      </Button>
    )
  }
  return (
    <>
      <Button variant="outline" icon={Pause} onClick={() => actions.setPaused(sync, true)}>
        Pause
      </Button>
      <Button
        variant="primary"
        icon={RefreshCw}
        aria-busy={isActive || actions.isBusy}
        aria-disabled={isActive || undefined}
        onClick={isActive ? undefined : onRun}
      >
        Sync now
      </Button>
    </>
  )
}

function SyncFacts({ sync, isRequested }: { sync: SpaceGitSync; isRequested: boolean }) {
  const { label, tone } = syncState(sync, isRequested)
  return (
    <div className={styles.state}>
      <span role="status">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
      </span>
      {sync.commit !== undefined && (
        <span>
          Commit <span className="mono">{shortCommit(sync.commit)}</span>
        </span>
      )}
      {sync.syncedAt !== undefined && (
        <span className="num">
          Synced <Time at={sync.syncedAt} ago />
        </span>
      )}
      <span>
        Branch <span className="mono">{sync.branch}</span>
      </span>
      {sync.folder !== '' && (
        <span>
          Folder <span className="mono">{sync.folder}</span>
        </span>
      )}
    </div>
  )
}

type SectionActionProps = { title: string; children: ReactNode; button: ReactNode }

const SectionAction = ({ title, children, button }: SectionActionProps) => (
  <section className="section-action" aria-label={title}>
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
    {button}
  </section>
)
