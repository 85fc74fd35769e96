import { sql } from 'kysely'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db } from '../../db/client.ts'

const MAX_CONVERSATIONS = 10
const MAX_CHANGES = 8
/** Recently changed spaces that are looked at, and revisions in each. */
const MAX_SPACES = 40
const MAX_REVISIONS = 200

type SpaceColumns = {
  readonly spaceId: string
  readonly spaceTitle: string
  readonly spaceEmoji: string | null
}

const spaceColumns = sql`s.id as "spaceId", s.title as "spaceTitle", s.emoji as "spaceEmoji"`

export type ConversationRow = SpaceColumns & {
  readonly reason: 'mention' | 'reply' | 'comment'
  readonly commentId: string
  readonly body: string
  readonly mentions: readonly string[]
  readonly by: string
  readonly at: Date
  readonly pageId: string | null
  readonly pageTitle: string | null
  readonly number: number | null
  readonly subject: string | null
}

/**
 * The latest post of each open thread that waits for the viewer: it mentions them, is in a thread of theirs or on their
 * change request, and they have not posted since.
 */
export async function waitingConversations(
  db: Db,
  { organizationId, userId, membership }: Viewer,
  since: Date,
): Promise<ConversationRow[]> {
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<ConversationRow>`${collectionAccess(organizationId, userId, membership)},
    post as (
      select c.id as comment_id, c.body, c.mentions, c.created_by, c.created_at, false as is_reply
      from comment c where c.organization_id = ${organizationId} and c.created_at > ${since}
      union all
      select r.comment_id, r.body, r.mentions, r.created_by, r.created_at, true
      from comment_reply r where r.organization_id = ${organizationId} and r.created_at > ${since}
    ),
    waiting as (
      select distinct on (c.id) c.space_id, c.id, c.page_id, c.page_title, request.number, request.subject,
        post.body, post.mentions, post.created_by, post.created_at,
        case when post.mentions @> array[${userId}]::text[] then 'mention'
          when post.is_reply then 'reply' else 'comment' end as reason
      from post
      join comment c on c.organization_id = ${organizationId} and c.id = post.comment_id
      left join change_request request on request.organization_id = ${organizationId}
        and request.id = c.change_request_id
      where post.created_by <> ${userId} and c.resolved_at is null
        and (request.id is null or request.status in ('draft', 'open'))
        and (post.mentions @> array[${userId}]::text[] or request.created_by = ${userId}
          or (post.is_reply and (c.created_by = ${userId} or exists (select from comment_reply mine
            where mine.organization_id = ${organizationId} and mine.comment_id = c.id
              and mine.created_by = ${userId}))))
        and not exists (select from comment_reply mine where mine.organization_id = ${organizationId}
          and mine.comment_id = c.id and mine.created_by = ${userId} and mine.created_at > post.created_at)
      order by c.id, post.created_at desc
    )
    select waiting.reason, waiting.id as "commentId", waiting.body, waiting.mentions, waiting.created_by as by,
      waiting.created_at as at, waiting.page_id as "pageId", waiting.page_title as "pageTitle", waiting.number,
      waiting.subject, ${spaceColumns}
    from waiting join space s on s.organization_id = ${organizationId} and s.id = waiting.space_id ${access.joins}
    where s.deleted_at is null and ${access.rank} > 0
    order by waiting.created_at desc, waiting.id limit ${MAX_CONVERSATIONS}`.execute(db)
  return rows
}

export type ChangeRow = SpaceColumns & {
  readonly by: string | null
  readonly at: Date
  readonly edits: number
}

/** Spaces that the viewer pinned or edited, live or in a change request, and that others changed since. */
export async function changesByOthers(
  db: Db,
  { organizationId, userId, membership }: Viewer,
  since: Date,
): Promise<ChangeRow[]> {
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<ChangeRow>`${collectionAccess(organizationId, userId, membership)},
    recent as (
      select s.id, s.title, s.emoji from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0
        and s.updated_at > ${since}
      order by s.updated_at desc, s.id limit ${MAX_SPACES}
    )
    select ${spaceColumns}, last.by, last.at, last.edits
    from recent s
    cross join lateral (
      select count(*) filter (where is_news) as edits, max(created_at) filter (where is_news) as at,
        (array_agg(created_by order by created_at desc) filter (where is_news))[1] as by,
        coalesce(bool_or(created_by = ${userId}), false) as is_mine
      from (
        select created_by, created_at, created_by is distinct from ${userId} and created_at > ${since} as is_news
        from revision where organization_id = ${organizationId} and space_id = s.id and change_request_id is null
          and replaced_at is null
        order by created_at desc, id desc limit ${MAX_REVISIONS}
      ) revision
    ) last
    where last.edits > 0 and (last.is_mine
      or exists (select from pin where pin.organization_id = ${organizationId} and pin.user_id = ${userId}
        and pin.space_id = s.id)
      or exists (select from change_request_contributor c where c.organization_id = ${organizationId}
        and c.user_id = ${userId} and c.space_id = s.id))
    order by last.at desc, s.id limit ${MAX_CHANGES}`.execute(db)
  return rows
}

export type StepsRow = Readonly<Record<'space' | 'page' | 'site' | 'site-space' | 'publish', boolean>>

/** What the organization has done of what it takes to publish a site. */
export async function stepsDone(db: Db, organizationId: string): Promise<StepsRow> {
  const of = sql`organization_id = ${organizationId}`
  const { rows } = await sql<StepsRow>`select
    exists (select from space where ${of} and deleted_at is null) as space,
    exists (select from page join space on space.organization_id = page.organization_id and space.id = page.space_id
      where page.organization_id = ${organizationId} and page.body is not null and space.deleted_at is null) as page,
    exists (select from site where ${of}) as site,
    exists (select from site_space where ${of}) as "site-space",
    exists (select from site where ${of} and published) as publish`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The steps were not read')
  return row
}
