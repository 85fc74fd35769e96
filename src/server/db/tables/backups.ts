import type { BackupRun, BackupStatus } from '#contract/backups.ts'
import type { Defaulted, Nullable } from './people.ts'

export type BackupRunTable = {
  id: string
  trigger: BackupRun['trigger']
  status: BackupStatus
  /** For people: the folder, or the bucket with its endpoint. */
  target: string
  /** Of the folder in the target. */
  backup_id: Nullable<string>
  encrypted: boolean
  attempt: Defaulted<number>
  created_at: Date
  started_at: Nullable<Date>
  ended_at: Nullable<Date>
  next_attempt_at: Nullable<Date>
  /** The last sign of life of the process that works on it. */
  alive_at: Nullable<Date>
  step: Nullable<string>
  /** From 0 to 1. */
  progress: Nullable<number>
  row_count: Nullable<number>
  /** Compressed. */
  database_bytes: Nullable<number>
  file_count: Nullable<number>
  file_bytes: Nullable<number>
  verified_at: Nullable<Date>
  findings: Defaulted<string[]>
  error: Nullable<string>
}

export type BackupTables = { backup_run: BackupRunTable }
