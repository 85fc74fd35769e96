import { type Selectable, sql } from 'kysely'
import { MAX_BACKUP_RUNS } from '#contract/backups.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../db/client.ts'
import { pageOf } from '../db/page.ts'
import type { BackupRunTable } from '../db/tables/backups.ts'
import { DomainError } from '../errors.ts'
import { databaseBytes } from './create-backup.ts'
import type { Manifest } from './manifest.ts'

export type BackupRunRow = Selectable<BackupRunTable>

/** After this time without a sign of life the process of a run was killed. */
const DEAD_AFTER_MS = 60_000
/** After this time a run that waits has lost its job. */
const LOST_AFTER_MS = 3_600_000
const NEWEST_FIRST = { columns: ['created_at', 'id'], direction: 'desc' } as const

/** One page of the runs, newest first, with their count. */
export async function backupRunPage(db: Db, paging: Paging) {
  const [page, { count }] = await Promise.all([
    pageOf(
      db.selectFrom('backup_run').selectAll(),
      { ...NEWEST_FIRST, keyOf: (row: BackupRunRow) => [row.created_at, row.id] },
      paging,
    ),
    db
      .selectFrom('backup_run')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

/** The runs that the overview shows. */
export async function overviewRuns(db: Db) {
  const newest = (filter: ReturnType<typeof sql<boolean>>) =>
    db
      .selectFrom('backup_run')
      .selectAll()
      .where(filter)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [current, last, lastVerified] = await Promise.all([
    newest(sql<boolean>`status in ('waiting', 'running')`),
    newest(sql<boolean>`status in ('succeeded', 'failed')`),
    newest(sql<boolean>`status = 'succeeded' and verified_at is not null`),
  ])
  return { current, last, lastVerified }
}

type NewRun = Pick<BackupRunRow, 'id' | 'trigger' | 'target' | 'encrypted' | 'created_at'>

/** Inserts a run that waits to be started, and forgets the oldest ones. @throws {DomainError} `conflict` */
export async function insertBackupRun(db: Db | Tx, run: NewRun): Promise<BackupRunRow> {
  await failDeadRuns(db, run.created_at)
  const row = await db
    .insertInto('backup_run')
    .values({ ...run, status: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new DomainError('conflict', 'A backup is already running. Wait until it ends')
  await sql`delete from backup_run where id in (select id from backup_run
    order by created_at desc, id desc offset ${MAX_BACKUP_RUNS})`.execute(db)
  return row
}

/** Runs whose process was killed, or whose job was deleted. */
async function failDeadRuns(db: Db | Tx, now: Date): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ status: 'failed', ended_at: now, error: 'The process ended before the backup was complete.' })
    .where('status', '=', 'running')
    .where('alive_at', '<', new Date(now.getTime() - DEAD_AFTER_MS))
    .execute()
  await db
    .updateTable('backup_run')
    .set({ status: 'failed', ended_at: now, error: 'The backup was never started.' })
    .where('status', '=', 'waiting')
    .where(sql<boolean>`coalesce(next_attempt_at, created_at) < ${new Date(now.getTime() - LOST_AFTER_MS)}`)
    .execute()
}

export const runById = (db: Db, id: string): Promise<BackupRunRow | undefined> =>
  db.selectFrom('backup_run').selectAll().where('id', '=', id).executeTakeFirst()

export const currentRun = async (db: Db, now: Date): Promise<BackupRunRow | undefined> => {
  await failDeadRuns(db, now)
  return (await overviewRuns(db)).current
}

export async function startRun(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('backup_run')
    .set(({ eb }) => ({
      status: 'running' as const,
      attempt: eb('attempt', '+', 1),
      started_at: now,
      alive_at: now,
      next_attempt_at: null,
      error: null,
      findings: [],
    }))
    .where('id', '=', id)
    .execute()
}

export async function recordProgress(
  db: Db,
  id: string,
  { step, fraction, now }: { readonly step: string; readonly fraction: number; readonly now: Date },
): Promise<void> {
  const progress = Math.min(1, Math.max(0, fraction))
  await db.updateTable('backup_run').set({ step, progress, alive_at: now }).where('id', '=', id).execute()
}

export async function recordManifest(db: Db, id: string, manifest: Manifest): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({
      backup_id: manifest.id,
      row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      database_bytes: databaseBytes(manifest),
      file_count: manifest.files.count,
      file_bytes: manifest.files.bytes,
    })
    .where('id', '=', id)
    .execute()
}

/** The end of a run; without `verifiedAt` it was not verified. */
export async function finishRun(
  db: Db,
  id: string,
  result: {
    readonly status: 'succeeded' | 'failed'
    readonly now: Date
    readonly verifiedAt?: Date
    readonly findings?: readonly string[]
    readonly error?: string
  },
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({
      status: result.status,
      ended_at: result.now,
      verified_at: result.verifiedAt ?? null,
      findings: [...(result.findings ?? [])],
      error: result.error?.slice(0, 2000) ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Puts a failed run back, with its error, until the next attempt. */
export async function postponeRun(db: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ status: 'waiting', next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute()
}
