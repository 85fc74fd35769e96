import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { FollowedObject, NotificationEvent } from '../../notifications/event.ts'
import { recordEvent, recordFollow } from '../../notifications/record.ts'
import type { Subject } from './subject.ts'

/** The comment that began a thread. */
type Thread = {
  readonly id: string
  readonly pageId?: string | null | undefined
  readonly mentions: readonly string[]
}

/** Tells those who are mentioned and those who follow what a new comment is about. */
export async function notifyOfComment(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  comment: Thread,
): Promise<void> {
  const base = eventIn(ctx, subject, comment)
  await followThread(tx, ctx, subject, comment)
  await recordEvent(tx, ctx, {
    ...base,
    key: `comment/${comment.id}`,
    audience: [
      { reason: 'mention', users: comment.mentions },
      // Who follows the thread itself took part in it later.
      { reason: 'comment', followersOf: base.scopes.filter(({ kind }) => kind !== 'comment') },
    ],
  })
}

type Reply = { readonly id: string; readonly mentions: readonly string[] }

/** Tells those who are mentioned in a reply, who wrote in its thread, and who follow it. */
export async function notifyOfReply(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  { thread, reply }: { readonly thread: Thread; readonly reply: Reply },
): Promise<void> {
  const base = eventIn(ctx, subject, thread)
  await followThread(tx, ctx, subject, thread)
  await recordEvent(tx, ctx, {
    ...base,
    key: `reply/${reply.id}`,
    reply: reply.id,
    audience: [
      { reason: 'mention', users: reply.mentions },
      { reason: 'reply', participantsOf: thread.id },
      { reason: 'reply', followersOf: withoutSpace(base.scopes) },
    ],
  })
}

/** Tells those who take part in a thread that it was resolved. */
export async function notifyOfResolved(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  thread: Thread,
): Promise<void> {
  const base = eventIn(ctx, subject, thread)
  await recordEvent(tx, ctx, {
    ...base,
    key: `resolved/${thread.id}`,
    renews: true,
    audience: [
      { reason: 'thread_resolved', participantsOf: thread.id },
      { reason: 'thread_resolved', followersOf: [{ kind: 'comment', id: thread.id }] },
    ],
  })
}

/** On a change request the request is the object; elsewhere each thread is one. */
function eventIn(ctx: Context, subject: Subject, { id, pageId }: Thread) {
  const { organizationId, spaceId, changeRequestId } = subject
  const about: NotificationEvent['about'] =
    changeRequestId === null ? { kind: 'comment', id } : { kind: 'change-request', id: changeRequestId }
  const page: readonly FollowedObject[] =
    changeRequestId === null && pageId ? [{ kind: 'page', id: pageId }] : []
  const followed: FollowedObject =
    changeRequestId === null ? { kind: 'comment', id } : { kind: 'change-request', id: changeRequestId }
  return {
    organizationId,
    about,
    access: { space: spaceId },
    ...(pageId ? { page: pageId } : {}),
    ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
    comment: id,
    actor: ctx.caller.userId,
    scopes: [followed, ...page, { kind: 'space', id: spaceId } as const],
  }
}

/** Someone who follows a space learns of new threads, not of every reply. */
const withoutSpace = (scopes: readonly FollowedObject[]): readonly FollowedObject[] =>
  scopes.filter(({ kind }) => kind !== 'space')

/** A change request is followed when its contributors are recorded. */
async function followThread(tx: Tx, ctx: Context, subject: Subject, { id }: Thread): Promise<void> {
  if (subject.changeRequestId !== null) return
  const { organizationId, spaceId } = subject
  const objects = [{ kind: 'comment' as const, id }]
  const users = [ctx.caller.userId]
  await recordFollow(tx, ctx, { organizationId, spaceId, users, objects, because: 'commented' })
}
