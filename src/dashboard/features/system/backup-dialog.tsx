import type { BackupRun } from '#contract/backups.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import { pluralize } from '../../lib/labels.ts'
import { backupState, triggerLabels } from './backup-labels.ts'
import styles from './system.module.css'

/** Where a backup is, what it contains, and what its verification found. */
export function BackupDialog({ backup, onClose }: { backup: BackupRun; onClose: () => void }) {
  const { label, tone } = backupState(backup)
  const problems = [...(backup.error ? [backup.error] : []), ...backup.findings]
  return (
    <Dialog title={formatExact(new Date(backup.createdAt))} description={backup.target} onClose={onClose}>
      <DialogBody>
        <dl className="facts">
          <div>
            <dt>State</dt>
            <dd>
              <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
            </dd>
          </div>
          {factsOf(backup).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
        {problems.length > 0 && (
          <section className={styles.section} aria-labelledby="backup-problems">
            <h3 id="backup-problems">Problems</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
            <pre className={styles.text} tabIndex={0}>
              {problems.join('\n')}
            </pre>
          </section>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" size="form" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function factsOf(backup: BackupRun): (readonly [string, string])[] {
  const { name, rows, databaseBytes, files, fileBytes, startedAt, endedAt, verifiedAt } = backup
  const facts: (readonly [string, string | undefined])[] = [
    ['Started by', triggerLabels[backup.trigger]],
    ['Folder', name],
    ['Encryption', backup.encrypted ? 'By passphrase' : 'None'],
    [
      'Database',
      databaseBytes === undefined
        ? undefined
        : `${pluralize(rows ?? 0, 'row')}, ${formatFileSize(databaseBytes)} compressed`,
    ],
    [
      'Files',
      files === undefined ? undefined : `${pluralize(files, 'file')}, ${formatFileSize(fileBytes ?? 0)}`,
    ],
    ['Duration', durationOf(startedAt, endedAt)],
    ['Verified', verifiedAt && formatExact(new Date(verifiedAt))],
  ]
  return facts.flatMap(([title, value]) => (value === undefined ? [] : [[title, value] as const]))
}

const durationOf = (startedAt: string | undefined, endedAt: string | undefined): string | undefined => {
  if (startedAt === undefined || endedAt === undefined) return undefined
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
