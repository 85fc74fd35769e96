import { type AccessRequest, accessRequests } from '#contract/access-requests.ts'
import { isAtLeast, type Role, roleNames } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Subject } from '../../auth/member-access.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { grantedRoles, lockSubject } from '../access/grant-queries.ts'
import { grantTo } from '../access/grants.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { notifyGrantors, notifyRequester } from './notify.ts'
import {
  type AccessRequestRow,
  closeRequest,
  grantableRequests,
  grantorsOf,
  putRequest,
  requestBy,
  requestById,
  subjectOf,
} from './queries.ts'

const DAY_MS = 86_400_000

export const accessRequestHandlers = handle(accessRequests, {
  async list(ctx) {
    return { items: await present(ctx, ctx.db, await grantableRequests(ctx.db, viewerOf(ctx))) }
  },

  async options(ctx, { query }) {
    const subject = subjectIn(ctx, query)
    const role = await visibleRole(ctx.db, subject, ctx.caller.userId)
    const [{ grantors, count }, last] = await Promise.all([
      grantorsOf(ctx.db, subject),
      requestBy(ctx.db, subject, ctx.caller.userId),
    ])
    const [request] = last?.status === 'open' ? await present(ctx, ctx.db, [last]) : []
    const declinedAt = last?.status === 'declined' ? last.decidedAt : null
    return {
      object: 'access-request-options',
      role,
      grantors: grantors.map((row) => presentUser(row, ctx.urls)),
      moreGrantors: count - grantors.length,
      ...(request === undefined ? {} : { request }),
      ...(declinedAt === null ? {} : { declinedAt: declinedAt.toISOString() }),
    }
  },

  async create(ctx, { body: { on, role, message = '' } }) {
    const subject = subjectIn(ctx, on)
    const { userId } = ctx.caller
    return ctx.write(async (tx) => {
      const current = await visibleRole(tx, subject, userId)
      if (isAtLeast(current, role))
        throw new DomainError('invalid_state', `You already have the ${roleNames[current]} role here`)
      const { title } = await lockSubject(tx, subject)
      const last = await requestBy(tx, subject, userId)
      const now = ctx.now()
      const isEmailDue = last === undefined || now.getTime() - last.emailedAt.getTime() >= DAY_MS
      const emailedAt = isEmailDue ? now : last.emailedAt
      await putRequest(tx, subject, { id: last?.id ?? ctx.newId(), userId, role, message, emailedAt, now })
      await recordAuditEvents(tx, ctx, {
        action: 'access.request',
        target: { type: subject.kind, id: subject.id, label: title },
        after: { role, ...(message === '' ? {} : { message }) },
      })
      const row = await requestBy(tx, subject, userId)
      if (row === undefined) throw new Error('The request was not stored')
      await notifyGrantors(tx, ctx, subject, row)
      if (isEmailDue) await emailGrantors(tx, ctx, subject, row.id)
      return first(await present(ctx, tx, [row]))
    })
  },

  async withdraw(ctx, { params: { accessRequestId: id } }) {
    await ctx.write(async (tx) => {
      const row = await requestById(tx, ctx.access.organizationId, id)
      if (row?.userId !== ctx.caller.userId) throw notFound('access request', id)
      await close(tx, ctx, row, 'withdrawn')
    })
    return undefined
  },

  async grant(ctx, { params: { accessRequestId: id }, body }) {
    await ctx.write(async (tx) => {
      const row = await decidable(tx, ctx, id)
      const role = body.role ?? row.role
      const subject = { organizationId: ctx.access.organizationId, kind: row.kind, id: row.subjectId }
      const { title } = await lockSubject(tx, subject)
      await close(tx, ctx, { ...row, role }, 'granted')
      const direct = (await grantedRoles(tx, subject, 'user', [row.userId])).get(row.userId)
      if (!isAtLeast(direct, role))
        await grantTo(tx, ctx, subject, { title, to: 'user', ids: [row.userId], role })
      await notifyRequester(tx, ctx, row, 'granted')
      await emailRequester(tx, ctx, id)
    })
    return undefined
  },

  async decline(ctx, { params: { accessRequestId: id } }) {
    await ctx.write(async (tx) => {
      const row = await decidable(tx, ctx, id)
      await close(tx, ctx, row, 'declined')
      const person = (await authorsByIds(tx, ctx.access.organizationId, [row.userId])).get(row.userId)
      await recordAuditEvents(tx, ctx, {
        action: 'access.decline',
        target: { type: row.kind, id: row.subjectId, label: row.title },
        before: { user: person?.displayName ?? row.userId, role: row.role },
      })
      await notifyRequester(tx, ctx, row, 'declined')
      await emailRequester(tx, ctx, id)
    })
    return undefined
  },
})

const subjectIn = ({ access }: Context, { type, id }: Pick<AccessRequest['on'], 'type' | 'id'>): Subject => ({
  organizationId: access.organizationId,
  kind: type,
  id,
})

/**
 * The role of a member on a subject that they may see.
 * @throws {DomainError} 404 in all other cases, so that no one learns that it exists
 */
async function visibleRole(
  db: Db | Tx,
  { organizationId, kind, id }: Subject,
  userId: string,
): Promise<Role> {
  const facts = await accessFacts(db, { kind, id }, userId)
  const isThere = facts !== null && facts.organizationId === organizationId && facts.deletedAt === null
  const role = isThere ? resolveAccess(facts).role : null
  if (role === null) throw notFound(kind, id)
  return role
}

/** An open request that the caller can grant. */
async function decidable(tx: Tx, ctx: Context, id: string): Promise<AccessRequestRow> {
  const { organizationId } = ctx.access
  const row = await requestById(tx, organizationId, id)
  if (row?.status !== 'open') throw notFound('access request', id)
  const subject = { organizationId, kind: row.kind, id: row.subjectId }
  const role = await visibleRole(tx, subject, ctx.caller.userId).catch(nullIfRefused)
  if (!isAtLeast(role, 'create')) throw notFound('access request', id)
  return row
}

function nullIfRefused(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

async function close(
  tx: Tx,
  ctx: Context,
  { id, role }: AccessRequestRow,
  status: 'granted' | 'declined' | 'withdrawn',
): Promise<void> {
  const decision = { status, role, by: ctx.caller.userId, now: ctx.now() }
  if (!(await closeRequest(tx, ctx.access.organizationId, id, decision))) throw notFound('access request', id)
}

async function emailGrantors(tx: Tx, ctx: Context, subject: Subject, accessRequestId: string): Promise<void> {
  const { organizationId } = subject
  const { grantors } = await grantorsOf(tx, subject)
  await ctx.jobs.enqueueEach(
    tx,
    'send-mail',
    grantors.map(({ userId }) => ({
      kind: 'access-requested' as const,
      organizationId,
      accessRequestId,
      userId,
    })),
  )
}

const emailRequester = (tx: Tx, ctx: Context, accessRequestId: string) =>
  ctx.jobs.enqueue(tx, 'send-mail', {
    kind: 'access-decided',
    organizationId: ctx.access.organizationId,
    accessRequestId,
  })

async function present(
  ctx: Context,
  db: Db | Tx,
  rows: readonly AccessRequestRow[],
): Promise<AccessRequest[]> {
  const ids = rows.map(({ userId }) => userId)
  const people = await authorsByIds(db, ctx.access.organizationId, ids)
  return rows.map((row) => ({
    object: 'access-request',
    id: row.id,
    on: subjectOf(row),
    user: presentUser(people.get(row.userId) ?? formerUser(row.userId), ctx.urls),
    role: row.role,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
  }))
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('It was not presented')
  return item
}
