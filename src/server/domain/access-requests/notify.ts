import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { accessTo } from '../../notifications/event.ts'
import { recordEvent, settleEvent } from '../../notifications/record.ts'
import { type AccessRequestRow, grantorsOf } from './queries.ts'

/** Tells those who can grant access that someone asks for it. */
export async function notifyGrantors(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  { id, message }: AccessRequestRow,
): Promise<void> {
  const { organizationId, kind } = subject
  const { grantors } = await grantorsOf(tx, subject)
  await recordEvent(tx, ctx, {
    organizationId,
    key: `access_requested/${id}`,
    renews: true,
    about: { kind, id: subject.id },
    access: { ...accessTo(subject), role: 'create' },
    actor: ctx.caller.userId,
    detail: message,
    audience: [{ reason: 'access_requested', users: grantors.map(({ userId }) => userId) }],
  })
}

/** Tells a person how their request was decided; no one else has to decide any more. */
export async function notifyRequester(
  tx: Tx,
  ctx: Context,
  { id, kind, subjectId, userId }: AccessRequestRow,
  outcome: 'granted' | 'declined',
): Promise<void> {
  const { organizationId } = ctx.access
  const { grantors } = await grantorsOf(tx, { organizationId, kind, id: subjectId })
  const users = grantors.map((one) => one.userId)
  await settleEvent(tx, ctx, { organizationId, key: `access_requested/${id}`, users })
  await recordEvent(tx, ctx, {
    organizationId,
    key: `access_decided/${id}`,
    renews: true,
    about: { kind, id: subjectId },
    access: accessTo({ kind, id: subjectId }),
    actor: ctx.caller.userId,
    outcome,
    audience: [{ reason: 'access_decided', users: [userId] }],
  })
}
