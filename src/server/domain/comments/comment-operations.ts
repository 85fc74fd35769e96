import type { z } from 'zod'
import type { spaceComments } from '#contract/comments.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type AuditEventInput, difference, recordAuditEvents } from '../audit-events/record.ts'
import { auditStateOf, bodyOf, commentAuditEvent } from './audit-events.ts'
import { allInFormat, commentText, inFormat } from './body.ts'
import { notifyOfComment, notifyOfResolved } from './notify.ts'
import { presentComment, presentComments, readerOf } from './present.ts'
import {
  type CommentRow,
  changeComment,
  commentOn,
  commentPage,
  deleteComment,
  insertComment,
  lockComment,
} from './queries.ts'
import { react } from './reactions.ts'
import { noteContributionOf } from './request-subject.ts'
import { expectCanEdit, mentionedIds } from './rules.ts'
import type { Subject, SubjectOf } from './subject.ts'
import { countOpen, lockSubject, usersWhoCanSee } from './subject-queries.ts'
import { targetFieldsOf } from './targets.ts'

type Query<K extends 'list' | 'get'> = z.output<(typeof spaceComments)[K]['query']>
type Body<K extends 'create' | 'update'> = z.output<(typeof spaceComments)[K]['body']>
type Id = { readonly commentId: string }

/** The comment handlers, the same for spaces and change requests. */
export const commentOperations = <P>(subjectOf: SubjectOf<P>) => ({
  async list(ctx: Context, { params, query }: { params: P; query: Query<'list'> }) {
    const subject = await subjectOf(ctx, ctx.db, params)
    const { rows, next, count } = await commentPage(ctx.db, subject, query)
    const items = await allInFormat(await presentComments(ctx, subject, rows), query.format)
    return { ...(next ? { next } : {}), count, items }
  },

  async create(ctx: Context, { params, body }: { params: P; body: Body<'create'> }) {
    const text = await commentText(body.body)
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const subject = await subjectOf(ctx, tx, params)
      const revision = await lockSubject(tx, subject)
      const comment = {
        ...(await targetFieldsOf(tx, subject, revision, body)),
        ...(await contentWithMentions(tx, subject, text)),
        id,
        revision,
        createdBy: ctx.caller.userId,
        createdAt: ctx.now(),
      }
      await insertComment(tx, subject, comment)
      await countOpen(tx, subject, 1)
      await noteContributionOf(tx, ctx, subject)
      await notifyOfComment(tx, ctx, subject, comment)
      await recordAuditEvents(
        tx,
        ctx,
        commentAuditEvent('create', comment, { after: auditStateOf(subject, comment) }),
      )
      return answer(ctx, tx, { ...subject, revision }, id)
    })
  },

  async get(ctx: Context, { params, query }: { params: P & Id; query: Query<'get'> }) {
    const subject = await subjectOf(ctx, ctx.db, params)
    const row = await commentOn(ctx.db, subject, params.commentId)
    return inFormat(await presentComment(ctx, subject, row), query.format)
  },

  async update(ctx: Context, { params, body }: { params: P & Id; body: Body<'update'> }) {
    const text = body.body === undefined ? undefined : await commentText(body.body)
    return ctx.write(async (tx) => {
      const subject = await subjectOf(ctx, tx, params)
      // Only resolving and reopening change the count of open comments.
      if (body.resolved !== undefined) await lockSubject(tx, subject)
      const before = await lockComment(tx, subject, params.commentId)
      expectVersion(ctx, before.version)
      if (text !== undefined) expectCanEdit(before, readerOf(ctx))
      const events = [
        ...(await updateText(tx, ctx, subject, before, text)),
        ...(await updateResolved(tx, ctx, subject, before, body.resolved)),
        ...(await reactTo(tx, ctx, subject, before, body)),
      ]
      await recordAuditEvents(tx, ctx, ...events)
      return answer(ctx, tx, subject, before.id)
    })
  },

  async delete(ctx: Context, { params }: { params: P & Id }) {
    await ctx.write(async (tx) => {
      const subject = await subjectOf(ctx, tx, params)
      await lockSubject(tx, subject)
      const stored = await lockComment(tx, subject, params.commentId)
      expectVersion(ctx, stored.version)
      expectCanEdit(stored, readerOf(ctx))
      await deleteComment(tx, subject.organizationId, stored.id)
      if (stored.resolvedAt === null) await countOpen(tx, subject, -1)
      const before = { ...auditStateOf(subject, stored), postedBy: stored.createdBy, replies: stored.replies }
      await recordAuditEvents(tx, ctx, commentAuditEvent('delete', stored, { before }))
    })
    return undefined
  },
})

/** Posts a comment by the caller on a whole change request, which has to be locked. The caller notifies people. */
export async function postComment(
  tx: Tx,
  ctx: Context,
  subject: Subject & { readonly revision: string },
  text: string,
): Promise<{ readonly id: string; readonly mentions: readonly string[] }> {
  const id = ctx.newId()
  const { revision } = subject
  const content = await contentWithMentions(tx, subject, text)
  const comment = { ...content, id, revision, createdBy: ctx.caller.userId, createdAt: ctx.now() }
  await insertComment(tx, subject, comment)
  await countOpen(tx, subject, 1)
  await noteContributionOf(tx, ctx, subject)
  await recordAuditEvents(
    tx,
    ctx,
    commentAuditEvent('create', comment, { after: auditStateOf(subject, comment) }),
  )
  return { id, mentions: content.mentions }
}

/** A body with the ids of the mentioned users who may see the subject. */
export const contentWithMentions = async (tx: Tx, subject: Subject, body: string) => ({
  body,
  mentions: await usersWhoCanSee(tx, subject, mentionedIds(body)),
})

const answer = async (ctx: Context, tx: Tx, subject: Subject, id: string) =>
  presentComment(ctx, subject, await commentOn(tx, subject, id), tx)

async function updateText(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  before: CommentRow,
  text: string | undefined,
): Promise<readonly AuditEventInput[]> {
  if (text === undefined) return []
  const changed = difference({ body: bodyOf(before.body) }, { body: bodyOf(text) })
  if (changed === null) return []
  const change = { ...(await contentWithMentions(tx, subject, text)), edited_at: ctx.now() }
  await changeComment(tx, subject.organizationId, before.id, change)
  return [commentAuditEvent('update', before, changed)]
}

async function updateResolved(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  before: CommentRow,
  resolved: boolean | undefined,
): Promise<readonly AuditEventInput[]> {
  const was = before.resolvedAt !== null
  if (resolved === undefined || resolved === was) return []
  if (resolved) return resolveComment(tx, ctx, subject, before)
  await changeComment(tx, subject.organizationId, before.id, { resolved_at: null, resolved_by: null })
  await countOpen(tx, subject, 1)
  return [commentAuditEvent('reopen', before, { before: { resolved: true }, after: { resolved: false } })]
}

/** Resolves an open thread, whose subject has to be locked, and returns what to record. */
export async function resolveComment(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  before: CommentRow,
): Promise<readonly AuditEventInput[]> {
  await notifyOfResolved(tx, ctx, subject, before)
  const change = { resolved_at: ctx.now(), resolved_by: ctx.caller.userId }
  await changeComment(tx, subject.organizationId, before.id, change)
  await countOpen(tx, subject, -1)
  return [commentAuditEvent('resolve', before, { before: { resolved: false }, after: { resolved: true } })]
}

async function reactTo(
  tx: Tx,
  ctx: Context,
  { organizationId, spaceId }: Subject,
  comment: CommentRow,
  body: Body<'update'>,
): Promise<readonly AuditEventInput[]> {
  const { id } = comment
  const target = { organizationId, spaceId, commentId: id, subjectId: id, by: ctx.caller.userId }
  const after = await react(tx, ctx, target, body)
  return after === null ? [] : [commentAuditEvent('react', comment, { after })]
}
