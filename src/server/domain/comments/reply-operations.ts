import type { z } from 'zod'
import type { spaceCommentReplies } from '#contract/comment-replies.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { bodyOf, commentAuditEvent, replyOf } from './audit-events.ts'
import { allInFormat, commentText, inFormat } from './body.ts'
import { contentWithMentions } from './comment-operations.ts'
import { notifyOfReply } from './notify.ts'
import { presentReplies, presentReply, readerOf } from './present.ts'
import { commentOn, lockCommentShared } from './queries.ts'
import { dropReactions } from './reaction-queries.ts'
import { react } from './reactions.ts'
import {
  changeReply,
  deleteReply,
  insertReply,
  lockReply,
  replyPage,
  replyTo,
  type Thread,
} from './reply-queries.ts'
import { noteContributionOf } from './request-subject.ts'
import { expectCanEdit } from './rules.ts'
import type { Subject, SubjectOf } from './subject.ts'
import { lockSubject } from './subject-queries.ts'

type Query<K extends 'list' | 'create' | 'get'> = z.output<(typeof spaceCommentReplies)[K]['query']>
type Body<K extends 'create' | 'update'> = z.output<(typeof spaceCommentReplies)[K]['body']>
type CommentId = { readonly commentId: string }
type Id = CommentId & { readonly commentReplyId: string }

/** The reply handlers, the same for spaces and change requests. */
export const replyOperations = <P>(subjectOf: SubjectOf<P>) => ({
  async list(ctx: Context, { params, query }: { params: P & CommentId; query: Query<'list'> }) {
    const { subject, thread } = await threadOf(ctx, subjectOf, params)
    const { rows, next, count } = await replyPage(ctx.db, thread, query)
    const items = await allInFormat(await presentReplies(ctx, subject, rows), query.format)
    return { ...(next ? { next } : {}), count, items }
  },

  async create(
    ctx: Context,
    { params, query, body }: { params: P & CommentId; query: Query<'create'>; body: Body<'create'> },
  ) {
    const text = await commentText(body.body)
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const subject = await subjectOf(ctx, tx, params)
      if (subject.changeRequestId !== null) await lockSubject(tx, subject)
      const comment = await lockCommentShared(tx, subject, params.commentId)
      const thread = threadBelow(subject, comment.id)
      const reply = {
        ...(await contentWithMentions(tx, subject, text)),
        id,
        createdBy: ctx.caller.userId,
        createdAt: ctx.now(),
      }
      await insertReply(tx, thread, reply)
      await noteContributionOf(tx, ctx, subject)
      await notifyOfReply(tx, ctx, subject, { thread: comment, reply })
      await recordAuditEvents(tx, ctx, commentAuditEvent('reply', comment, { after: replyOf(reply) }))
      return inFormat(await answer(ctx, tx, subject, thread, id), query.format)
    })
  },

  async get(ctx: Context, { params, query }: { params: P & Id; query: Query<'get'> }) {
    const { subject, thread } = await threadOf(ctx, subjectOf, params)
    const row = await replyTo(ctx.db, thread, params.commentReplyId)
    return inFormat(await presentReply(ctx, subject, row), query.format)
  },

  async update(ctx: Context, { params, body }: { params: P & Id; body: Body<'update'> }) {
    const text = body.body === undefined ? undefined : await commentText(body.body)
    return ctx.write(async (tx) => {
      const { subject, thread, comment, stored } = await lockThread(tx, ctx, subjectOf, params)
      if (text !== undefined) expectCanEdit(stored, readerOf(ctx))
      const changed =
        text === undefined ? null : difference({ body: bodyOf(stored.body) }, { body: bodyOf(text) })
      if (text !== undefined && changed !== null) {
        const change = { ...(await contentWithMentions(tx, subject, text)), edited_at: ctx.now() }
        await changeReply(tx, subject.organizationId, stored.id, change)
        await recordAuditEvents(
          tx,
          ctx,
          commentAuditEvent('reply-update', comment, withReply(stored.id, changed)),
        )
      }
      const after = await react(tx, ctx, { ...thread, subjectId: stored.id, by: ctx.caller.userId }, body)
      if (after !== null)
        await recordAuditEvents(
          tx,
          ctx,
          commentAuditEvent('react', comment, { after: { reply: stored.id, ...after } }),
        )
      return answer(ctx, tx, subject, thread, stored.id)
    })
  },

  async delete(ctx: Context, { params }: { params: P & Id }) {
    await ctx.write(async (tx) => {
      const { subject, comment, stored } = await lockThread(tx, ctx, subjectOf, params)
      expectCanEdit(stored, readerOf(ctx))
      await dropReactions(tx, subject.organizationId, stored.id)
      await deleteReply(tx, subject.organizationId, stored.id)
      const before = { ...replyOf(stored), postedBy: stored.createdBy }
      await recordAuditEvents(tx, ctx, commentAuditEvent('reply-delete', comment, { before }))
    })
    return undefined
  },
})

const threadBelow = ({ organizationId, spaceId }: Subject, commentId: string): Thread => ({
  organizationId,
  spaceId,
  commentId,
})

/** The comment of the path, to read its replies. @throws {DomainError} `not_found` */
async function threadOf<P extends CommentId>(ctx: Context, subjectOf: SubjectOf<P>, params: P) {
  const subject = await subjectOf(ctx, ctx.db, params)
  const { id } = await commentOn(ctx.db, subject, params.commentId)
  return { subject, thread: threadBelow(subject, id) }
}

/** Locks the reply of the path and checks its version. @throws {DomainError} `not_found`, `stale` */
async function lockThread<P extends Id>(tx: Tx, ctx: Context, subjectOf: SubjectOf<P>, params: P) {
  const subject = await subjectOf(ctx, tx, params)
  const comment = await lockCommentShared(tx, subject, params.commentId)
  const thread = threadBelow(subject, comment.id)
  const stored = await lockReply(tx, thread, params.commentReplyId)
  expectVersion(ctx, stored.version)
  return { subject, comment, thread, stored }
}

const answer = async (ctx: Context, tx: Tx, subject: Subject, thread: Thread, id: string) =>
  presentReply(ctx, subject, await replyTo(tx, thread, id), tx)

const withReply = (reply: string, { before, after }: NonNullable<ReturnType<typeof difference>>) => ({
  before: { reply, ...before },
  after: { reply, ...after },
})
