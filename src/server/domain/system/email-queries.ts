import { sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { UndeliveredEmail } from '#contract/system.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { clearUndeliverable } from '../email-preferences/queries.ts'

export type EmailRow = {
  /** `job-` or `rejected-` with the number of the row, or `address-` with the id of the account. */
  readonly id: string
  readonly kind: string
  readonly to: string | null
  readonly status: UndeliveredEmail['status']
  readonly attempts: number
  readonly error: string
  /** With microseconds, for the page token. */
  readonly key: string
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
}

/**
 * Jobs that failed at least once, and emails and addresses that the mail server rejected. An address is listed only if
 * no email to it is.
 */
const undelivered = sql`(
  select 'job-' || job.id as id, job.payload, job.created_at, job.attempts, job.last_error as error,
    case when job.attempts >= job.max_attempts then 'failed' else 'retrying' end as status,
    case when job.attempts < job.max_attempts then job.run_at end as next_attempt_at,
    null as recipient
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  where task.identifier in ('send-mail', 'email-notifications') and job.last_error is not null
  union all
  select 'rejected-' || id, payload::json, created_at, 1, error, 'rejected', null, recipient from rejected_email
  union all
  select 'address-' || account.id collate "default", json_build_object('userId', account.id), rejected.created_at, 1, rejected.error,
    'rejected', null, account.email
  from undeliverable_address rejected
  join user_account account on account.id = rejected.user_id and account.email = rejected.email
  where not exists (select from rejected_email email where email.recipient = rejected.email)
) email`

/** One page of the emails that were not delivered, newest first, with their count. */
export async function undeliveredEmailPage(
  db: Db,
  paging: Paging,
): Promise<Page<EmailRow> & { readonly count: number }> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const [before, id] = paging.page === undefined ? [null, null] : keyFromCursor(paging.page)
  const after =
    before === null ? sql`true` : sql`(email.created_at, email.id) < (${before}::timestamptz, ${id})`
  const [{ rows }, count] = await Promise.all([
    sql<EmailRow>`select email.id, coalesce(email.payload->>'kind', 'notifications') as kind,
        coalesce(email.recipient, email.payload->>'email', account.email) as "to", email.status, email.attempts,
        email.error, email.created_at::text as key, email.created_at as "createdAt",
        email.next_attempt_at as "nextAttemptAt"
      from ${undelivered} left join user_account account on account.id = email.payload->>'userId'
      where ${after} order by email.created_at desc, email.id desc limit ${limit + 1}`.execute(db),
    countUndeliveredEmails(db),
  ])
  const page = limit === 0 ? { rows: [] } : pageFromRows(rows, limit, (row) => [row.key, row.id])
  return { ...page, count }
}

function keyFromCursor(page: string): readonly [string, string] {
  const [createdAt, id] = decodeCursor(page, 2)
  if (typeof createdAt === 'string' && typeof id === 'string' && !Number.isNaN(Date.parse(createdAt)))
    return [createdAt, id]
  const message = 'Use the value of next.page from the previous response'
  throw new DomainError('validation', message, { issues: [{ path: ['query', 'page'], message }] })
}

export async function countUndeliveredEmails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${undelivered}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores an email that the mail server refused, so that an operator can send it again. */
export async function insertRejectedEmail(
  db: Db | Tx,
  email: { payload: JobPayloads['send-mail']; recipient: string; error: string; now: Date },
): Promise<void> {
  await db
    .insertInto('rejected_email')
    .values({
      payload: asJson(email.payload),
      recipient: email.recipient,
      error: email.error.slice(0, 2000),
      created_at: email.now,
    })
    .execute()
}

/**
 * Deletes a rejected email and returns what it was about. Its address gets notifications again, until the mail server
 * rejects it once more. @throws {DomainError} 404
 */
export async function takeRejectedEmail(tx: Tx, id: number): Promise<JobPayloads['send-mail']> {
  const row = await tx
    .deleteFrom('rejected_email')
    .where('id', '=', id)
    .returning(['payload', 'recipient'])
    .executeTakeFirstOrThrow(() => notFound('email', `rejected-${id}`))
  await clearUndeliverable(tx, { email: row.recipient })
  return row.payload as JobPayloads['send-mail']
}

export const deleteOldRejectedEmails = (db: Db, before: Date) =>
  db.deleteFrom('rejected_email').where('created_at', '<', before).execute()
