import { sql } from 'kysely'
import { DEFAULT_DIGEST, defaultFrequencies, type EmailFrequency } from '#contract/email-preferences.ts'
import type { NotificationObjectKind, NotificationReason } from '#contract/notifications.ts'
import type { Db, Tx } from '../../db/client.ts'

/** When the last digest was due for each hour and time zone that anyone chose. */
export type DigestSchedule = readonly {
  readonly hour: number
  readonly timeZone: string
  readonly moment: Date
}[]

/** The hours and time zones that anyone chose, and the default. */
export async function digestTimes(db: Db): Promise<{ readonly hour: number; readonly timeZone: string }[]> {
  const rows = await db
    .selectFrom('email_preference')
    .select(['digest_hour as hour', 'time_zone as timeZone'])
    .distinct()
    .limit(20_000)
    .execute()
  return [DEFAULT_DIGEST, ...rows]
}

/** Events on one object within this time are one email. */
const GROUPING_MS = 60_000

const frequency = sql`coalesce(chosen.frequencies ->> n.reason,
  ${JSON.stringify(defaultFrequencies)}::jsonb ->> n.reason)`

/** Pending notifications with how often their people want email, and when the last digest was due. */
const pending = (schedule: DigestSchedule, now: Date) => sql`
  from notification n
  left join email_preference chosen on chosen.user_id = n.user_id
  join (select * from unnest(${schedule.map(({ hour }) => hour)}::int[],
      ${schedule.map(({ timeZone }) => timeZone)}::text[],
      ${schedule.map(({ moment }) => moment.toISOString())}::timestamptz[]) as digest (hour, zone, moment)) digest
    on digest.hour = coalesce(chosen.digest_hour, ${DEFAULT_DIGEST.hour})
    and digest.zone = coalesce(chosen.time_zone, ${DEFAULT_DIGEST.timeZone})
  where n.email_state = 'pending' and n.done_at is null and n.listed_at <= ${now}`

const isDue = (now: Date) => sql`case ${frequency}
  when 'immediately' then n.created_at <= ${new Date(now.getTime() - GROUPING_MS)}
  when 'daily' then n.created_at < digest.moment
  else true end`

/** People to whom something is due and for whom no job waits, up to a number of them. */
export async function peopleToEmail(
  db: Db,
  schedule: DigestSchedule,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct n.user_id as "userId" ${pending(schedule, now)} and ${isDue(now)}
      and not exists (select from graphile_worker._private_jobs job
        where job.key = 'email-notifications/' || n.user_id and job.attempts < job.max_attempts)
    limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** What people saw in the dashboard first is not emailed any more, even if they open it again. */
export async function skipDone(db: Db, limit: number): Promise<void> {
  await sql`update notification n set email_state = 'skipped'
    where (n.organization_id, n.user_id, n.id) in (
      select organization_id, user_id, id from notification
      where email_state = 'pending' and done_at is not null limit ${limit}
      for no key update skip locked)`.execute(db)
}

export type DueNotification = {
  readonly organizationId: string
  readonly id: string
  readonly reason: NotificationReason
  readonly kind: NotificationObjectKind
  readonly objectId: string
  readonly frequency: EmailFrequency
}

/** What is due to a person, oldest first, with everything else that is to be sent about the same objects. */
export async function dueTo(
  db: Db,
  userId: string,
  { schedule, now, limit }: { readonly schedule: DigestSchedule; readonly now: Date; readonly limit: number },
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    select "organizationId", id, reason, kind, "objectId", frequency from (
      select n.organization_id as "organizationId", n.id, n.reason, n.object_kind as kind,
        n.object_id as "objectId", ${frequency} as frequency, n.created_at,
        bool_or(${isDue(now)}) over (partition by n.organization_id, n.object_kind, n.object_id, ${frequency}) as due
      ${pending(schedule, now)} and n.user_id = ${userId}
    ) pending
    where due order by created_at, id limit ${limit}`.execute(db)
  return rows
}

type Ref = { readonly organizationId: string; readonly userId: string }

/** Changes the email state of notifications if they still have the former one; returns which were changed. */
export async function changeEmailState(
  db: Db | Tx,
  { organizationId, userId }: Ref,
  ids: readonly string[],
  [from, to]: readonly ['pending' | 'sent', 'pending' | 'sent' | 'skipped'],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('notification')
    .set({ email_state: to })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('email_state', '=', from)
    .$if(from === 'pending' && to === 'sent', (query) => query.where('done_at', 'is', null))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Where to send a person's notifications; undefined if the account is gone or its address was rejected. */
export const recipientOf = (db: Db, userId: string) =>
  db
    .selectFrom('user_account as account')
    .leftJoin('undeliverable_address as rejected', (join) =>
      join.onRef('rejected.user_id', '=', 'account.id').onRef('rejected.email', '=', 'account.email'),
    )
    .select(['account.id', 'account.email'])
    .where('account.id', '=', userId)
    .where('rejected.user_id', 'is', null)
    .executeTakeFirst()

export async function organizationTitle(db: Db, organizationId: string): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.title ?? ''
}

/** Locks an account until the transaction ends; false if it is gone. */
export const accountExists = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined
