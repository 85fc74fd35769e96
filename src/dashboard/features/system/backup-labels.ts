import type { BackupRun } from '#contract/backups.ts'
import { pluralize } from '../../lib/labels.ts'

type Tone = 'success' | 'warning' | 'danger' | 'ink'

export const triggerLabels: Readonly<Record<BackupRun['trigger'], string>> = {
  schedule: 'Schedule',
  manual: 'Dashboard',
  upgrade: 'Before an upgrade',
  command: 'Command line',
}

/** A backup counts as verified only after it was restored into a scratch database. */
export function backupState({ status, verifiedAt, attempt }: BackupRun): { label: string; tone?: Tone } {
  switch (status) {
    case 'waiting':
      return attempt > 0 ? { label: 'Retrying', tone: 'warning' } : { label: 'Waiting' }
    case 'running':
      return { label: 'Running', tone: 'ink' }
    case 'failed':
      return { label: 'Failed', tone: 'danger' }
    case 'succeeded':
      return verifiedAt ? { label: 'Verified', tone: 'success' } : { label: 'Not verified' }
  }
}

const DAY_MS = 86_400_000

/** Whether the last verified backup is so old that an operator should look, from two days on. */
export const isStale = (createdAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > 2 * DAY_MS

/** `Keeps the last 14 backups and all backups from the last 30 days` */
export const retentionText = (keep: number, keepDays: number): string =>
  `Keeps the last ${pluralize(keep, 'backup')}${keepDays > 0 ? ` and all backups from the last ${pluralize(keepDays, 'day')}` : ''}`
