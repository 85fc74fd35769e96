import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { timestamp } from './shared/values.ts'

/** Runs that stay listed. */
export const MAX_BACKUP_RUNS = 200

const count = z.number().int().min(0)

const backupStatus = z.enum(['waiting', 'running', 'succeeded', 'failed'])
export type BackupStatus = z.infer<typeof backupStatus>

const backupRun = z
  .object({
    object: z.literal('backup'),
    id: z.string(),
    trigger: z
      .enum(['schedule', 'manual', 'upgrade', 'command'])
      .describe('manual: by an operator in the dashboard or the API; command: `lectern backup`'),
    status: backupStatus,
    target: z.string().describe('The folder, or the bucket with its endpoint'),
    name: z
      .string()
      .optional()
      .describe('The folder of the backup in the target; absent until it is complete'),
    encrypted: z.boolean(),
    attempt: count.describe('Failed backups are retried up to 3 times'),
    createdAt: timestamp,
    startedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
    nextAttemptAt: timestamp.optional(),
    progress: z
      .object({ step: z.string(), fraction: z.number().min(0).max(1) })
      .optional()
      .describe('Present while it is running'),
    rows: count.optional(),
    databaseBytes: count.optional().describe('Compressed'),
    files: count.optional(),
    fileBytes: count.optional().describe('All files of the backup; equal files are stored once per target'),
    verifiedAt: timestamp.optional().describe('When it was restored into a scratch database and compared'),
    findings: z.array(z.string()).describe('What the verification found, at most 100 sentences'),
    error: z.string().optional(),
  })
  .meta({ id: 'Backup' })
export type BackupRun = z.infer<typeof backupRun>

const backupOverview = z
  .object({
    object: z.literal('backup-overview'),
    configured: z.boolean().describe('Whether `LECTERN_BACKUP_TO` is set'),
    target: z.string().optional(),
    schedule: z.string().optional().describe('A cron pattern in UTC'),
    encrypted: z.boolean(),
    keep: count.describe('Number of backups to keep'),
    keepDays: count.describe('Days for which every backup is kept; 0 for none'),
    current: backupRun.optional().describe('The backup that is waiting or running'),
    lastVerified: backupRun.optional().describe('The last backup that was verified without a finding'),
    last: backupRun.optional().describe('The last backup that ended'),
  })
  .meta({ id: 'BackupOverview' })
export type BackupOverview = z.infer<typeof backupOverview>

/** Backups of the whole service, for the people who run it. */
export const backups = resource('backups', {
  overview: {
    id: 'getBackupOverview',
    method: 'GET',
    path: '/system/backup-overview',
    summary: 'Get the backup settings and the last verified backup.',
    permission: 'system.operate',
    status: 200,
    response: backupOverview,
  },
  list: {
    id: 'listBackups',
    method: 'GET',
    path: '/system/backups',
    summary: `List the last ${MAX_BACKUP_RUNS} backups, newest first.`,
    description: 'Failed ones are included.',
    permission: 'system.operate',
    query: paging,
    status: 200,
    response: listOf(backupRun),
  },
  create: {
    id: 'createBackup',
    method: 'POST',
    path: '/system/backups',
    summary: 'Start a backup, which is verified when it is done.',
    description: 'Returns 409 while a backup is waiting or running, or if `LECTERN_BACKUP_TO` isn’t set.',
    permission: 'system.operate',
    status: 200,
    response: backupRun,
  },
})
