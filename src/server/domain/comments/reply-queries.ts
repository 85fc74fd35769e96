import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'r.id',
  'r.comment_id as commentId',
  'r.body',
  'r.mentions',
  'r.created_by as createdBy',
  'r.created_at as createdAt',
  'r.edited_at as editedAt',
  'r.version',
] as const

/** Identifies a comment and with it its replies. */
export type Thread = { readonly organizationId: string; readonly spaceId: string; readonly commentId: string }

const repliesTo = (db: Db | Tx, { organizationId, commentId }: Thread) =>
  db
    .selectFrom('comment_reply as r')
    .where('r.organization_id', '=', organizationId)
    .where('r.comment_id', '=', commentId)

const rowsOf = (replies: ReturnType<typeof repliesTo>) => replies.select(columns)

export type ReplyRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** One page of the replies to a comment, oldest first, with their count. */
export async function replyPage(
  db: Db,
  thread: Thread,
  paging: Paging,
): Promise<Page<ReplyRow> & { readonly count: number }> {
  const replies = repliesTo(db, thread)
  const [page, countResult] = await Promise.all([
    pageOf(
      rowsOf(replies),
      { columns: ['r.created_at', 'r.id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    replies.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

/** Reads a reply. @throws {DomainError} `not_found` */
export const replyTo = (db: Db | Tx, thread: Thread, id: string): Promise<ReplyRow> =>
  rowsOf(repliesTo(db, thread))
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('reply', id))

/** Locks a reply until the transaction ends; lock its comment first. */
export const lockReply = (tx: Tx, thread: Thread, id: string): Promise<ReplyRow> =>
  rowsOf(repliesTo(tx, thread))
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('reply', id))

export const insertReply = (
  tx: Tx,
  thread: Thread,
  reply: Pick<ReplyRow, 'id' | 'body' | 'mentions' | 'createdBy' | 'createdAt'>,
) =>
  tx
    .insertInto('comment_reply')
    .values({
      organization_id: thread.organizationId,
      space_id: thread.spaceId,
      comment_id: thread.commentId,
      id: reply.id,
      body: reply.body,
      mentions: reply.mentions,
      created_by: reply.createdBy,
      created_at: reply.createdAt,
    })
    .execute()

/** Updates the body of a reply and increments its version. */
export const changeReply = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: { readonly body: string; readonly mentions: string[]; readonly edited_at: Date },
) =>
  tx
    .updateTable('comment_reply')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

export const deleteReply = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('comment_reply').where('organization_id', '=', organizationId).where('id', '=', id).execute()

export type ReplierRow = {
  readonly commentId: string
  readonly userId: string
  readonly count: number
  readonly updatedAt: Date
}

/** Authors of replies per comment. */
const MAX_REPLIERS = 50

/** Who replied to each of some comments, the first to reply first. */
export async function repliersTo(
  db: Db | Tx,
  organizationId: string,
  commentIds: readonly string[],
): Promise<readonly ReplierRow[]> {
  if (commentIds.length === 0) return []
  const { rows } = await sql<ReplierRow>`select r.* from unnest(${commentIds}::text[]) as c (id)
    cross join lateral (select c.id as "commentId", created_by as "userId", count(*) as count,
        max(created_at) as "updatedAt" from comment_reply
      where organization_id = ${organizationId} and comment_id = c.id
      group by created_by order by min(created_at) limit ${MAX_REPLIERS}) r`.execute(db)
  return rows
}
