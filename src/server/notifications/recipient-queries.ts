import { type RawBuilder, sql } from 'kysely'
import { rankOf } from '../auth/grants.ts'
import { memberAccess } from '../auth/member-access.ts'
import { requestedReviewers } from '../content/requested-reviewers.ts'
import type { Db, Tx } from '../db/client.ts'
import type { EventAccess, NotificationEvent } from './event.ts'
import type { Candidate } from './rules.ts'

/** The members of some teams, up to `limit`. */
export async function membersOfTeams(
  db: Db,
  organizationId: string,
  teams: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('team_member')
    .select('user_id as userId')
    .where('organization_id', '=', organizationId)
    .where('team_id', 'in', teams)
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Everyone who wrote in a thread. */
export async function participantsOf(db: Db, organizationId: string, commentId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select created_by as "userId" from comment where organization_id = ${organizationId} and id = ${commentId}
    union
    select created_by from comment_reply where organization_id = ${organizationId} and comment_id = ${commentId}`.execute(
    db,
  )
  return rows.map(({ userId }) => userId)
}

type Row = Candidate & { readonly id: string }

/**
 * Stores the notifications of those who may see what the event is about. A second run of the job changes nothing: who
 * has a notification with the key keeps it, and an event that renews it is newer than the stored one.
 */
export async function insertNotifications(
  db: Db | Tx,
  event: NotificationEvent,
  rows: readonly Row[],
): Promise<void> {
  const { organizationId, about, access, at } = event
  const users = rows.map(({ userId }) => userId)
  const { head, from, isVisible } = visibility(organizationId, access, users)
  const subject = subjectOf(access)
  await sql`${head}
    insert into notification (organization_id, user_id, id, event_key, reason, object_kind, object_id, space_id,
      collection_id, site_id, required_rank, page_id, change_request_id, comment_id, reply_id, actor_id, title, detail,
      outcome, created_at, listed_at)
    select ${organizationId}, m.user_id, candidate.id, ${event.key}, candidate.reason, ${about.kind}, ${about.id},
      ${subject.space}, ${subject.collection}, ${subject.site}, ${requiredRank(access)}, ${event.page ?? null},
      ${event.changeRequest ?? null}, ${event.comment ?? null}, ${event.reply ?? null}, ${event.actor},
      ${about.title ?? ''}, ${event.detail ?? ''}, ${event.outcome ?? null}, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${users}::text[], ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ reason }) => reason)}::text[]) as candidate (user_id, id, reason)
    join member m on m.organization_id = ${organizationId} and m.user_id = candidate.user_id ${from}
    where ${isVisible} and ${stillExists(organizationId, event)} and ${stillNeeded(organizationId, event)}
    on conflict (organization_id, user_id, event_key) ${event.renews === true ? RENEW : sql`do nothing`}`.execute(
    db,
  )
}

/** Marks the notifications of an event as done for some people. */
export const markDone = (
  tx: Tx,
  {
    organizationId,
    key,
    users,
    now,
  }: {
    readonly organizationId: string
    readonly key: string
    readonly users: readonly string[] | undefined
    readonly now: Date
  },
) =>
  tx
    .updateTable('notification')
    .set({ done_at: now })
    .where('organization_id', '=', organizationId)
    .$if(users !== undefined, (update) => update.where('user_id', 'in', users ?? []))
    .where('event_key', '=', key)
    .where('done_at', 'is', null)
    .execute()

/** An older event than the stored one is ignored. What was snoozed stays snoozed. */
const RENEW = sql`do update set reason = excluded.reason, actor_id = excluded.actor_id, detail = excluded.detail,
  title = excluded.title, outcome = excluded.outcome, comment_id = excluded.comment_id, created_at = excluded.created_at,
  listed_at = greatest(excluded.listed_at, notification.listed_at), done_at = null,
  events = case when notification.done_at is null then notification.events + 1 else 1 end,
  email_state = case when notification.email_state = 'pending' or notification.done_at is null
    then notification.email_state else 'pending' end
  where notification.created_at < excluded.created_at`

const requiredRank = (access: EventAccess): number => rankOf(access.role ?? null)

type Subject = {
  readonly space: string | null
  readonly collection: string | null
  readonly site: string | null
}

const subjectOf = (access: EventAccess): Subject => ({
  space: 'space' in access ? access.space : null,
  collection: 'collection' in access ? access.collection : null,
  site: 'site' in access ? access.site : null,
})

type Visibility = {
  readonly head: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly isVisible: RawBuilder<boolean>
}

/** The access rule for some members on what an event is about. */
function visibility(organizationId: string, access: EventAccess, users: readonly string[]): Visibility {
  const required = Math.max(requiredRank(access), 1)
  for (const kind of ['space', 'collection', 'site'] as const) {
    const id = subjectOf(access)[kind]
    if (id === null) continue
    const { head, joins, rank } = memberAccess(organizationId, kind, [id], users)
    return {
      head,
      from: sql`cross join subject ${joins}`,
      isVisible: sql<boolean>`${rank} >= ${required} and ${isThere(organizationId, kind, id)}`,
    }
  }
  const isVisible = sql<boolean>`not m.disabled and coalesce(role_rank(m.role), 0) >= ${requiredRank(access)}`
  return { head: sql``, from: sql``, isVisible }
}

const isThere = (organizationId: string, kind: 'space' | 'collection' | 'site', id: string) =>
  sql<boolean>`exists (select from ${sql.table(kind)} there where there.organization_id = ${organizationId}
    and there.id = ${id} ${kind === 'space' ? sql`and there.deleted_at is null` : sql``})`

/** A comment or reply that was deleted meanwhile is not announced. */
const stillExists = (organizationId: string, { comment, reply }: NotificationEvent) =>
  sql<boolean>`${existsIn(organizationId, 'comment', comment)} and ${existsIn(organizationId, 'comment_reply', reply)}`

/** No one is notified of a request for a review that they have given meanwhile, or that was withdrawn. */
const stillNeeded = (organizationId: string, { changeRequest, at }: NotificationEvent) =>
  changeRequest === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(candidate.reason <> 'review_requested' or (
        candidate.user_id in (${requestedReviewers({ organizationId, changeRequestId: changeRequest })})
        and not exists (select from change_request_review review where review.organization_id = ${organizationId}
          and review.change_request_id = ${changeRequest} and review.reviewer_id = candidate.user_id
          and review.created_at >= ${at}::timestamptz)))`

const existsIn = (organizationId: string, table: 'comment' | 'comment_reply', id: string | undefined) =>
  id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from ${sql.table(table)} where organization_id = ${organizationId} and id = ${id})`
