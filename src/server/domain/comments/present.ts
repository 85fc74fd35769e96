import type { Comment, CommentReply } from '#contract/comments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser, type UserRow } from '../users/present.ts'
import type { CommentRow } from './queries.ts'
import { type ReactionRow, reactionsTo } from './reaction-queries.ts'
import { type ReplyRow, repliersTo } from './reply-queries.ts'
import { permissionsOn, type Reader } from './rules.ts'
import type { Subject } from './subject.ts'
import { targetsOf } from './targets.ts'

type Db = Context['db'] | Tx
type People = ReadonlyMap<string, UserRow>

/** The caller as a reader of comments. */
export const readerOf = ({ caller, access }: Pick<Context, 'caller' | 'access'>): Reader => ({
  userId: caller.userId,
  role: access.role,
  organizationRole: access.organizationRole,
})

/** Presents comments on one subject, in order. */
export async function presentComments(
  ctx: Context,
  subject: Subject,
  rows: readonly CommentRow[],
  db: Db = ctx.db,
): Promise<Comment[]> {
  const reactions = await reactionsTo(
    db,
    subject.organizationId,
    rows.map(({ id }) => id),
  )
  const repliers = await repliersTo(
    db,
    subject.organizationId,
    rows.flatMap(({ id, replies }) => (replies > 0 ? [id] : [])),
  )
  const ids = [
    ...rows.flatMap(({ createdBy, resolvedBy }) => [createdBy, resolvedBy]),
    ...repliers.map(({ userId }) => userId),
    ...reactions.map(({ userId }) => userId),
  ]
  const reactionsOn = Map.groupBy(reactions, ({ subjectId }) => subjectId)
  const repliersOf = Map.groupBy(repliers, ({ commentId }) => commentId)
  const people = await authorsByIds(db, subject.organizationId, ids)
  const targetOf = await targetsOf(db, subject, rows)
  return rows.map((row) => {
    const person = (id: string) => personIn(ctx, people, id)
    return {
      object: 'comment',
      ...postedPart(ctx, row, reactionsOn.get(row.id) ?? [], people),
      replies: row.replies,
      repliers: (repliersOf.get(row.id) ?? []).map(({ userId, count, updatedAt }) => ({
        user: person(userId),
        count,
        updatedAt: updatedAt.toISOString(),
      })),
      target: targetOf(row),
      urls: { location: ctx.urls.location(...pathOf(subject, row.id)) },
      permissions: permissionsOn(row, readerOf(ctx)),
      status: row.resolvedAt === null ? 'open' : 'resolved',
      ...(row.resolvedAt === null ? {} : { resolvedAt: row.resolvedAt.toISOString() }),
      ...(row.resolvedBy === null ? {} : { resolvedBy: person(row.resolvedBy) }),
      version: row.version,
    }
  })
}

/** Presents one comment. */
export async function presentComment(
  ctx: Context,
  subject: Subject,
  row: CommentRow,
  db?: Db,
): Promise<Comment> {
  const [comment] = await presentComments(ctx, subject, [row], db)
  if (comment === undefined) throw new Error('The comment was not presented')
  return comment
}

/** Presents replies to one comment, in order. */
export async function presentReplies(
  ctx: Context,
  subject: Subject,
  rows: readonly ReplyRow[],
  db: Db = ctx.db,
): Promise<CommentReply[]> {
  const reactions = await reactionsTo(
    db,
    subject.organizationId,
    rows.map(({ id }) => id),
  )
  const ids = [...rows.map(({ createdBy }) => createdBy), ...reactions.map(({ userId }) => userId)]
  const reactionsOn = Map.groupBy(reactions, ({ subjectId }) => subjectId)
  const people = await authorsByIds(db, subject.organizationId, ids)
  return rows.map((row) => ({
    object: 'comment-reply',
    ...postedPart(ctx, row, reactionsOn.get(row.id) ?? [], people),
    urls: { location: ctx.urls.location(...pathOf(subject, row.commentId), 'replies', row.id) },
    permissions: permissionsOn(row, readerOf(ctx)),
    version: row.version,
  }))
}

/** Presents one reply. */
export async function presentReply(
  ctx: Context,
  subject: Subject,
  row: ReplyRow,
  db?: Db,
): Promise<CommentReply> {
  const [reply] = await presentReplies(ctx, subject, [row], db)
  if (reply === undefined) throw new Error('The reply was not presented')
  return reply
}

const pathOf = ({ spaceId, changeRequestId }: Subject, id: string): string[] => [
  'spaces',
  spaceId,
  ...(changeRequestId === null ? [] : ['change-requests', changeRequestId]),
  'comments',
  id,
]

const personIn = ({ urls }: Context, people: People, id: string) =>
  presentUser(people.get(id) ?? formerUser(id), urls)

/** The fields that comments and replies share. */
function postedPart(
  ctx: Context,
  row: CommentRow | ReplyRow,
  reactions: readonly ReactionRow[],
  people: People,
) {
  return {
    id: row.id,
    postedBy: personIn(ctx, people, row.createdBy),
    postedAt: row.createdAt.toISOString(),
    ...(row.editedAt === null ? {} : { editedAt: row.editedAt.toISOString() }),
    reactions: presentReactions(ctx, reactions, people),
    body: { markdown: row.body },
    mentions: row.mentions,
  }
}

/** Groups reactions by emoji, in the order of their first use. */
const presentReactions = (
  ctx: Context,
  reactions: readonly ReactionRow[],
  people: People,
): Comment['reactions'] =>
  [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, same]) => ({
    emoji,
    count: same.length,
    users: same.map(({ userId, reactedAt }) => ({
      user: personIn(ctx, people, userId),
      reactedAt: reactedAt.toISOString(),
    })),
  }))
