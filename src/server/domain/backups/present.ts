import type { BackupRun } from '#contract/backups.ts'
import type { BackupRunRow } from '../../backups/run-queries.ts'

export const presentBackup = (row: BackupRunRow): BackupRun => ({
  object: 'backup',
  id: row.id,
  trigger: row.trigger,
  status: row.status,
  target: row.target,
  ...optional('name', row.backup_id),
  encrypted: row.encrypted,
  attempt: row.attempt,
  createdAt: row.created_at.toISOString(),
  ...optional('startedAt', row.started_at?.toISOString()),
  ...optional('endedAt', row.ended_at?.toISOString()),
  ...optional('nextAttemptAt', row.next_attempt_at?.toISOString()),
  ...(row.status === 'running' && { progress: { step: row.step ?? 'Start', fraction: row.progress ?? 0 } }),
  ...optional('rows', row.row_count),
  ...optional('databaseBytes', row.database_bytes),
  ...optional('files', row.file_count),
  ...optional('fileBytes', row.file_bytes),
  ...optional('verifiedAt', row.verified_at?.toISOString()),
  findings: row.findings,
  ...optional('error', row.error),
})

const optional = <K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } =>
  value === null || value === undefined ? {} : ({ [key]: value } as { [P in K]: V })
