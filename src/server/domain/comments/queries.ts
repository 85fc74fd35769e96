import { type SelectQueryBuilder, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Database } from '../../db/schema.ts'
import type { CommentTable } from '../../db/tables/comments.ts'
import { notFound } from '../../errors.ts'
import type { Subject } from './subject.ts'

const columns = [
  'c.id',
  'c.page_id as pageId',
  'c.page_title as pageTitle',
  'c.page_path as pagePath',
  'c.page_body as pageBody',
  'c.node',
  'c.quote',
  'c.revision_id as revision',
  'c.body',
  'c.mentions',
  'c.created_by as createdBy',
  'c.created_at as createdAt',
  'c.edited_at as editedAt',
  'c.resolved_by as resolvedBy',
  'c.resolved_at as resolvedAt',
  'c.version',
] as const

const replies = sql<number>`(select count(*) from comment_reply r
  where r.organization_id = c.organization_id and r.comment_id = c.id)`.as('replies')

const commentsOn = (db: Db | Tx, { organizationId, spaceId, changeRequestId }: Subject) => {
  const inSpace = db
    .selectFrom('comment as c')
    .where('c.organization_id', '=', organizationId)
    .where('c.space_id', '=', spaceId)
  return changeRequestId === null
    ? inSpace.where('c.change_request_id', 'is', null)
    : inSpace.where('c.change_request_id', '=', changeRequestId)
}

const rowsOf = (comments: ReturnType<typeof commentsOn>) => comments.select(columns).select(replies)

export type CommentRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** The filters of a list. */
export type CommentFilters = {
  readonly status: 'all' | 'open' | 'resolved'
  readonly targetPage?: string | undefined
  readonly authors?: readonly string[] | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** One page of the comments on a subject, newest first by default, with their count. */
export async function commentPage(
  db: Db,
  subject: Subject,
  query: CommentFilters & Paging,
): Promise<Page<CommentRow> & { readonly count: number }> {
  const comments = filtered(commentsOn(db, subject), query)
  const [page, countResult] = await Promise.all([
    pageOf(
      rowsOf(comments),
      {
        columns: ['c.created_at', 'c.id'],
        keyOf: (row) => [row.createdAt, row.id],
        direction: query.order ?? 'desc',
      },
      query,
    ),
    comments.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

type CommentQuery = SelectQueryBuilder<Database & { c: Database['comment'] }, 'c', object>

function filtered<Q extends CommentQuery>(
  comments: Q,
  { status, targetPage, authors = [] }: CommentFilters,
): Q {
  let query: CommentQuery = comments
  if (status !== 'all') query = query.where('c.resolved_at', status === 'open' ? 'is' : 'is not', null)
  if (targetPage !== undefined) query = query.where('c.page_id', '=', targetPage)
  if (authors.length > 0) query = query.where('c.created_by', 'in', authors)
  return query as Q
}

/** Reads a comment on a subject. @throws {DomainError} `not_found` */
export const commentOn = (db: Db | Tx, subject: Subject, id: string): Promise<CommentRow> =>
  rowsOf(commentsOn(db, subject))
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('comment', id))

/** The comments with these ids that still exist, in no particular order. */
export const commentsByIds = (db: Db | Tx, subject: Subject, ids: readonly string[]): Promise<CommentRow[]> =>
  rowsOf(commentsOn(db, subject))
    .where('c.id', 'in', [...ids])
    .execute()

/** Locks a comment until the transaction ends. To avoid deadlocks, lock its subject first if you need both. */
export const lockComment = (tx: Tx, subject: Subject, id: string): Promise<CommentRow> =>
  rowsOf(commentsOn(tx, subject))
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('comment', id))

/** Prevents a comment from being deleted until the transaction ends. */
export const lockCommentShared = (tx: Tx, subject: Subject, id: string) =>
  commentsOn(tx, subject)
    .select(['c.id', 'c.body', 'c.page_id as pageId', 'c.mentions'])
    .where('c.id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('comment', id))

export type NewComment = Pick<
  CommentRow,
  'id' | 'revision' | 'body' | 'mentions' | 'createdBy' | 'createdAt'
> &
  Partial<Pick<CommentRow, 'pageId' | 'pageTitle' | 'pagePath' | 'pageBody' | 'node' | 'quote'>>

export const insertComment = (tx: Tx, subject: Subject, comment: NewComment) =>
  tx
    .insertInto('comment')
    .values({
      organization_id: subject.organizationId,
      space_id: subject.spaceId,
      change_request_id: subject.changeRequestId,
      id: comment.id,
      page_id: comment.pageId ?? null,
      page_title: comment.pageTitle ?? null,
      page_path: comment.pagePath ?? null,
      page_body: comment.pageBody ?? null,
      node: comment.node ?? null,
      quote: comment.quote ?? null,
      revision_id: comment.revision,
      body: comment.body,
      mentions: comment.mentions,
      created_by: comment.createdBy,
      created_at: comment.createdAt,
    })
    .execute()

export type CommentChange = Partial<
  Pick<CommentTable, 'body'> & {
    mentions: string[]
    edited_at: Date
    resolved_at: Date | null
    resolved_by: string | null
  }
>

/** Updates a comment and increments its version. */
export const changeComment = (tx: Tx, organizationId: string, id: string, change: CommentChange) =>
  tx
    .updateTable('comment')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Deletes a comment with its replies. */
export const deleteComment = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('comment').where('organization_id', '=', organizationId).where('id', '=', id).execute()
