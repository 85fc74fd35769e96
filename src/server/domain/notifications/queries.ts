import { type RawBuilder, sql } from 'kysely'
import {
  MAX_OPEN_NOTIFICATIONS,
  type NotificationOutcome,
  type NotificationReason,
  type NotificationState,
} from '#contract/notifications.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { collectionAccess, rankOf, siteRank, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import type { NotificationTable } from '../../db/tables/notifications.ts'

export type NotificationFilter = {
  readonly state: NotificationState
  readonly reasons?: readonly NotificationReason[] | undefined
  readonly space?: string | undefined
  /** Only some of them. */
  readonly ids?: readonly string[] | undefined
}

export type NotificationRow = {
  readonly id: string
  readonly reason: NotificationReason
  readonly kind: NotificationTable['object_kind']
  readonly objectId: string
  readonly spaceId: string | null
  readonly spaceTitle: string | null
  readonly spaceEmoji: string | null
  readonly pageId: string | null
  readonly pageTitle: string | null
  readonly changeRequestId: string | null
  readonly number: number | null
  readonly subject: string | null
  readonly commentId: string | null
  readonly body: string | null
  readonly mentions: readonly string[]
  readonly siteTitle: string | null
  readonly collectionTitle: string | null
  readonly actorId: string | null
  readonly title: string
  readonly detail: string
  readonly outcome: NotificationOutcome | null
  readonly events: number
  readonly createdAt: Date
  readonly listedAt: Date
  readonly doneAt: Date | null
  /** Of the latest notification about the same object. */
  readonly latest: Date
}

const inState = (state: NotificationState, now: Date): RawBuilder<boolean> => {
  if (state === 'done') return sql<boolean>`n.done_at is not null`
  return state === 'open'
    ? sql<boolean>`n.done_at is null and n.listed_at <= ${now}`
    : sql<boolean>`n.done_at is null and n.listed_at > ${now}`
}

/** The viewer's notifications that match a filter and that they may still see. */
function visible(viewer: Viewer, { state, reasons, space, ids }: NotificationFilter, now: Date) {
  const { organizationId, userId, membership } = viewer
  const access = spaceAccess(organizationId, membership)
  return {
    head: collectionAccess(organizationId, userId, membership),
    from: sql`from notification n
      left join space s on s.organization_id = n.organization_id and s.id = n.space_id and s.deleted_at is null
      ${access.joins}
      left join collection_access within on within.id = n.collection_id
      left join site on site.organization_id = n.organization_id and site.id = n.site_id
      where n.organization_id = ${organizationId} and n.user_id = ${userId} and ${inState(state, now)}
        ${reasons === undefined ? sql`` : sql`and n.reason = any(${[...reasons]}::text[])`}
        ${space === undefined ? sql`` : sql`and n.space_id = ${space}`}
        ${ids === undefined ? sql`` : sql`and n.id = any(${[...ids]}::text[])`}
        and case
          when n.space_id is not null then s.id is not null and ${access.rank} >= greatest(n.required_rank, 1)
          when n.collection_id is not null then coalesce(within.rank, 0) >= greatest(n.required_rank, 1)
          when n.site_id is not null then site.id is not null
            and ${siteRank(organizationId, userId, membership)} >= greatest(n.required_rank, 1)
          else ${rankOf(membership.role)}::int >= n.required_rank end`,
  }
}

const keyOf = ({ latest, kind, objectId, listedAt, id }: NotificationRow) => [
  latest,
  kind,
  objectId,
  listedAt,
  id,
]

/** One page of notifications, those about one object together, with their number; one query. */
export async function notificationPage(
  db: Db,
  viewer: Viewer,
  { page, limit = DEFAULT_PAGE_SIZE, ...filter }: NotificationFilter & Paging,
  now: Date,
): Promise<Page<NotificationRow> & { readonly count: number }> {
  const { head, from } = visible(viewer, filter, now)
  const after = page === undefined ? undefined : decodeCursor(page, 5)
  const { rows } = await sql<NotificationRow & { count: string }>`${head},
    visible as materialized (
      select n.*, s.title as space_title, s.emoji as space_emoji, site.title as site_title,
        max(n.listed_at) over (partition by n.object_kind, n.object_id) as latest ${from}
    ),
    counted as (select count(*) as count from visible),
    listed as (
      select * from visible n
      ${after === undefined ? sql`` : sql`where (latest, object_kind, object_id, listed_at, id) < (${sql.join(after)})`}
      order by latest desc, object_kind desc, object_id desc, listed_at desc, id desc limit ${limit + 1}
    )
    select counted.count, ${columns}
    from counted left join listed n on true
    left join change_request request on request.organization_id = n.organization_id
      and request.id = n.change_request_id
    left join collection on collection.organization_id = n.organization_id and collection.id = n.collection_id
    left join comment on comment.organization_id = n.organization_id and comment.id = n.comment_id
    left join comment_reply reply on reply.organization_id = n.organization_id and reply.id = n.reply_id
    left join page on page.organization_id = n.organization_id and page.space_id = n.space_id
      and page.page_id = coalesce(n.page_id, comment.page_id)
    order by n.latest desc, n.object_kind desc, n.object_id desc, n.listed_at desc, n.id desc`.execute(db)
  const listed = rows.filter(({ id }) => id !== null)
  const count = Number(rows[0]?.count ?? 0)
  return limit === 0 ? { rows: [], count } : { ...pageFromRows(listed, limit, keyOf), count }
}

const columns = sql`n.id, n.reason, n.object_kind as kind, n.object_id as "objectId", n.space_id as "spaceId",
  n.space_title as "spaceTitle", n.space_emoji as "spaceEmoji", coalesce(n.page_id, comment.page_id) as "pageId",
  coalesce(page.title, comment.page_title) as "pageTitle", n.change_request_id as "changeRequestId", request.number,
  request.subject, n.comment_id as "commentId", coalesce(reply.body, comment.body) as body,
  coalesce(reply.mentions, comment.mentions, '{}') as mentions, n.site_title as "siteTitle",
  collection.title as "collectionTitle", n.actor_id as "actorId", n.title, n.detail, n.outcome, n.events,
  n.created_at as "createdAt", n.listed_at as "listedAt", n.done_at as "doneAt", n.latest`

/** How many notifications are in the inbox, and when the next snoozed one returns to it. */
export async function openCount(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<{ readonly open: number; readonly nextAt: Date | null }> {
  const { head, from } = visible(viewer, { state: 'open' }, now)
  const { rows } = await sql<{ open: string; nextAt: Date | null }>`${head}
    select (select count(*) from (select ${from} limit ${MAX_OPEN_NOTIFICATIONS}) counted) as open,
      (select min(listed_at) from notification n where n.organization_id = ${viewer.organizationId}
        and n.user_id = ${viewer.userId} and ${inState('snoozed', now)}) as "nextAt"`.execute(db)
  return { open: Number(rows[0]?.open ?? 0), nextAt: rows[0]?.nextAt ?? null }
}

/** Which of a person's notifications are to change. */
export type Selection =
  | { readonly ids: readonly string[] }
  | { readonly objects: readonly { readonly kind: NotificationTable['object_kind']; readonly id: string }[] }
  | {
      readonly all: true
      readonly reasons?: readonly NotificationReason[] | undefined
      readonly space?: string | undefined
    }

export type StateChange = {
  readonly state: NotificationState
  readonly until?: Date | undefined
  readonly now: Date
}

/** Changes the state of some of a person's notifications and returns the ids of those that changed. */
export async function changeState(
  tx: Tx,
  { organizationId, userId }: Pick<Viewer, 'organizationId' | 'userId'>,
  selection: Selection,
  { state, until, now }: StateChange,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with selected as (
      select n.id from notification n
      where n.organization_id = ${organizationId} and n.user_id = ${userId}
        and ${isSelected(selection, now)} and not (${isAlready(state, until, now)})
      order by n.id limit ${MAX_OPEN_NOTIFICATIONS} for no key update
    )
    update notification n set ${changeTo(state, until, now)}
    from selected
    where n.organization_id = ${organizationId} and n.user_id = ${userId} and n.id = selected.id
    returning n.id`.execute(tx)
  return rows.map(({ id }) => id)
}

function changeTo(state: NotificationState, until: Date | undefined, now: Date): RawBuilder<unknown> {
  if (state === 'done') return sql`done_at = ${now}`
  if (state === 'snoozed') return sql`done_at = null, listed_at = ${until ?? now}`
  return sql`done_at = null, listed_at = n.created_at`
}

const isAlready = (state: NotificationState, until: Date | undefined, now: Date): RawBuilder<boolean> =>
  state === 'snoozed'
    ? sql<boolean>`n.done_at is null and n.listed_at = ${until ?? now}`
    : inState(state, now)

/** All notifications about an object or that a filter matches are those in the inbox. */
function isSelected(selection: Selection, now: Date): RawBuilder<boolean> {
  if ('ids' in selection) return sql<boolean>`n.id = any(${[...selection.ids]}::text[])`
  const isOpen = inState('open', now)
  if ('objects' in selection) {
    const kinds = selection.objects.map(({ kind }) => kind)
    const ids = selection.objects.map(({ id }) => id)
    return sql<boolean>`${isOpen} and (n.object_kind, n.object_id) in (
      select kind, id from unnest(${kinds}::text[], ${ids}::text[]) as object (kind, id))`
  }
  const { reasons, space } = selection
  return sql<boolean>`${isOpen}
    ${reasons === undefined ? sql`` : sql`and n.reason = any(${[...reasons]}::text[])`}
    ${space === undefined ? sql`` : sql`and n.space_id = ${space}`}`
}
