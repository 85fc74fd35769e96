import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { DatabaseBackup, Eye } from 'lucide-react'
import type { BackupRun } from '#contract/backups.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SystemHeader } from '../../components/system-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { formatExact, formatUntil } from '../../components/ui/time.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { backupState } from './backup-labels.ts'
import { BackupSummary } from './backup-summary.tsx'
import { firstLine } from './labels.ts'
import { useBackUp } from './mutations.ts'
import { backupOverviewQuery, backupsQuery } from './queries.ts'
import styles from './system.module.css'

const columns = [
  { head: 'Backup' },
  { head: 'State' },
  { head: 'Problem', className: 'wide' },
  { head: 'Database', className: 'wide' },
  { head: 'Files', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

type Props = { openId: string | undefined; onOpen: (id: string | undefined) => void }

/** Age and result of the last verified backup, and all recent ones. */
export function BackupsPage({ openId, onOpen }: Props) {
  const { data: overview } = useSuspenseQuery(backupOverviewQuery)
  const pages = pagesOf(useSuspenseInfiniteQuery(backupsQuery))
  const { backUp, isStarting } = useBackUp()
  const opened = pages.items.find(({ id }) => id === openId)
  const isBusy = isStarting || overview.current !== undefined
  return (
    <>
      <SystemHeader
        part="Backups"
        actions={
          overview.configured && (
            <Button
              variant="primary"
              icon={DatabaseBackup}
              aria-busy={isBusy}
              disabled={isBusy}
              onClick={backUp}
            >
              Back up now
            </Button>
          )
        }
      />
      <div className="scroll">
        <div className={styles.summary}>
          <BackupSummary overview={overview} />
        </div>
        {(overview.configured || pages.items.length > 0) && (
          <PagedList<BackupRun>
            {...pages}
            label="Backups"
            className={styles.backups}
            columns={columns}
            titleOf={({ createdAt }) => formatExact(new Date(createdAt))}
            onOpen={({ id }) => onOpen(id)}
            activeId={openId}
            row={(backup) => <BackupCells backup={backup} onOpen={() => onOpen(backup.id)} />}
            menu={({ id }) => (
              <MenuItem icon={Eye} onSelect={() => onOpen(id)}>
                Open
              </MenuItem>
            )}
            empty={<Empty title="No backups yet">The first backup runs at the next scheduled time.</Empty>}
          />
        )}
      </div>
      {opened && <BackupDialog backup={opened} onClose={() => onOpen(undefined)} />}
    </>
  )
}

function BackupCells({ backup, onOpen }: { backup: BackupRun; onOpen: () => void }) {
  const { label, tone } = backupState(backup)
  const problem = firstLine(backup.error ?? '')
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate num" onClick={onOpen}>
          {formatExact(new Date(backup.createdAt))}
        </button>
      </div>
      <div className="cell" role="gridcell">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate" title={problem}>
          {problem ||
            (backup.nextAttemptAt &&
              `Next attempt ${formatUntil(new Date(backup.nextAttemptAt), new Date())}`)}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        {backup.databaseBytes !== undefined && formatFileSize(backup.databaseBytes)}
      </div>
      <div className="cell wide soft num" role="gridcell">
        {backup.fileBytes !== undefined && formatFileSize(backup.fileBytes)}
      </div>
    </>
  )
}
