import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BackupOverview, BackupRun } from '#contract/backups.ts'
import { Status } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { isStale, retentionText } from './backup-labels.ts'
import styles from './system.module.css'

type Props = { overview: BackupOverview }

/** The last verified backup, the running one, and the settings; without a target how to set one. */
export function BackupSummary({ overview }: Props) {
  if (!overview.configured) return <HowToConfigure />
  return (
    <section aria-labelledby="system-backups">
      <h2 id="system-backups" className="sr">
        Last verified backup
      </h2>
      <p>
        <Result overview={overview} />
      </p>
      {overview.current && <Current backup={overview.current} />}
      <dl className="facts">
        <Fact name="Target">
          <span className="mono truncate">{overview.target}</span>
        </Fact>
        <Fact name="Schedule">
          <span className="mono">{overview.schedule}</span>
          <span className="faint">UTC</span>
        </Fact>
        <Fact name="Retention">{retentionText(overview.keep, overview.keepDays)}</Fact>
        <Fact name="Encryption">{overview.encrypted ? 'By passphrase' : 'None'}</Fact>
      </dl>
    </section>
  )
}

function Result({ overview: { last, lastVerified } }: Props) {
  if (last?.status === 'failed')
    return (
      <Status icon={CircleAlert} tone="danger">
        The last backup failed.{' '}
        {lastVerified ? <Verified backup={lastVerified} /> : 'No backup has been verified'}
      </Status>
    )
  if (lastVerified === undefined)
    return (
      <Status icon={TriangleAlert} tone="warning">
        No backup has been verified yet
      </Status>
    )
  const isOld = isStale(lastVerified.createdAt, new Date())
  return (
    <Status
      icon={isOld ? TriangleAlert : CircleCheck}
      {...(isOld ? { tone: 'warning' as const } : { className: 'i-success' })}
    >
      <Verified backup={lastVerified} />
    </Status>
  )
}

const Verified = ({ backup }: { backup: BackupRun }) => (
  <>
    Last verified backup: <Time at={backup.createdAt} ago />
  </>
)

function Current({ backup: { progress, attempt, nextAttemptAt } }: { backup: BackupRun }) {
  if (progress === undefined)
    return (
      <p className="soft">
        {attempt > 0 && nextAttemptAt
          ? `Attempt ${attempt + 1} starts within minutes`
          : 'The backup starts soon'}
      </p>
    )
  return (
    <div className={styles.progress}>
      <progress aria-label="Progress of the backup" max={1} value={progress.fraction} />
      <span className="soft truncate">{progress.step}</span>
    </div>
  )
}

const HowToConfigure = () => (
  <Empty title="Backups aren’t set up">
    Set <code>LECTERN_BACKUP_TO</code> to a folder or to an address such as <code>s3://bucket/lectern</code>,
    and restart the service. It then backs up every night and verifies each backup.
  </Empty>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)
