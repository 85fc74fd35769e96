import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { JobStatus } from '#contract/system.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'

export type JobRow = {
  readonly id: number
  readonly name: string
  readonly status: JobStatus
  readonly attempts: number
  readonly maxAttempts: number
  readonly createdAt: Date
  readonly runAt: Date
  readonly lastError: string | null
  readonly payload: Record<string, unknown>
}

/** A job whose process was killed during its last attempt counts as failed too: it never runs again. */
const status = sql<JobStatus>`case when job.locked_at is not null then 'running'
  when job.attempts >= job.max_attempts then 'failed'
  when job.last_error is not null then 'retrying' else 'waiting' end`

const jobs = sql`graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id`

const columns = sql`job.id, task.identifier as name, ${status} as status, job.attempts,
  job.max_attempts as "maxAttempts", job.created_at as "createdAt", job.run_at as "runAt",
  job.last_error as "lastError", job.payload`

/** One page of the jobs, newest first, with their count. */
export async function jobPage(
  db: Db,
  { status: wanted, ...paging }: Paging & { readonly status?: JobStatus | undefined },
): Promise<Page<JobRow> & { readonly count: number }> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const filter = wanted === undefined ? sql`true` : sql`${status} = ${wanted}`
  const before = paging.page === undefined ? sql`true` : sql`job.id < ${idFromCursor(paging.page)}`
  const [{ rows }, counted] = await Promise.all([
    sql<JobRow>`select ${columns} from ${jobs} where ${filter} and ${before}
      order by job.id desc limit ${limit + 1}`.execute(db),
    sql<{ count: number }>`select count(*) from ${jobs} where ${filter}`.execute(db),
  ])
  const page = limit === 0 ? { rows: [] } : pageFromRows(rows, limit, ({ id }) => [id])
  return { ...page, count: counted.rows[0]?.count ?? 0 }
}

function idFromCursor(page: string): number {
  const [id] = decodeCursor(page, 1)
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  throw new DomainError('validation', 'Use the value of next.page from the previous response', {
    issues: [{ path: ['query', 'page'], message: 'Use the value of next.page from the previous response' }],
  })
}

/** The number of jobs in each status, and since when the longest waiting one is due. */
export async function jobCounts(db: Db, now: Date) {
  const { rows } = await sql<{ status: JobStatus; count: number; oldestDueAt: Date | null }>`
    select ${status} as status, count(*), min(job.run_at) filter (where job.run_at <= ${now}) as "oldestDueAt"
    from ${jobs} group by 1`.execute(db)
  const countOf = (name: JobStatus) => rows.find((row) => row.status === name)?.count ?? 0
  return {
    waiting: countOf('waiting'),
    running: countOf('running'),
    retrying: countOf('retrying'),
    failed: countOf('failed'),
    oldestDueAt: rows.find((row) => row.status === 'waiting')?.oldestDueAt ?? null,
  }
}

/** Locks a job that is not running. @throws {DomainError} 404 without such a job; 409 while it runs */
export async function lockIdleJob(
  tx: Tx,
  id: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<JobRow> {
  const { rows } = await sql<JobRow>`select ${columns} from ${jobs}
    where job.id = ${id}::bigint and ${condition} for update of job`.execute(tx)
  const [job] = rows
  if (job === undefined) throw notFound('job', id)
  if (job.status === 'running') throw new DomainError('conflict', 'The job is running. Wait until it is done')
  return job
}

/** Locks a job that sends an email and is not running. */
export const lockIdleEmailJob = (tx: Tx, id: string): Promise<JobRow> =>
  lockIdleJob(tx, id, sql`task.identifier in ('send-mail', 'email-notifications')`)

/** Makes a job due now, with all its attempts. */
export async function rescheduleJobs(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at := now(), attempts := 0::smallint)`.execute(
    tx,
  )
}

/** Deletes jobs that are not running. */
export async function deleteJobs(tx: Db | Tx, ids: readonly number[]): Promise<void> {
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx)
}

/** Makes up to 10,000 failed jobs due now, and returns their number. */
export async function rescheduleFailedJobs(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select job.id from ${jobs} where ${status} = 'failed'
    order by job.id limit 10000 for update of job`.execute(tx)
  if (rows.length > 0)
    await rescheduleJobs(
      tx,
      rows.map(({ id }) => id),
    )
  return rows.length
}

/** Deletes jobs that failed before `before`; returns their number. */
export async function deleteOldFailedJobs(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`select job.id from ${jobs}
    where ${status} = 'failed' and job.updated_at < ${before} limit 10000`.execute(db)
  if (rows.length > 0)
    await deleteJobs(
      db,
      rows.map(({ id }) => id),
    )
  return rows.length
}
