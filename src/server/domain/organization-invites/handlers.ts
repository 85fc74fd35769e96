import type { z } from 'zod'
import { organizationInvites } from '#contract/organization-invites.ts'
import { hasActiveProvider } from '../../auth/sso-providers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { noProvider, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { newSecret } from '../../ids.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { organizationJoinSettings } from '../organizations/queries.ts'
import { joinByInvite } from './join.ts'
import { presentInvites } from './present.ts'
import {
  changeInvite,
  deleteInvite,
  type InviteRow,
  insertInvite,
  inviteOf,
  invitePage,
  lockInvite,
  type Subject,
  titleOfSubject,
} from './queries.ts'
import { requestedRole } from './rules.ts'
import { invitePeople } from './send.ts'

export const organizationInviteHandlers = handle(organizationInvites, {
  async send(ctx, { body }) {
    return ctx.write(async (tx) => {
      if (body.sso && !(await hasActiveProvider(tx, ctx.access.organizationId))) throw noProvider()
      return invitePeople(tx, ctx, body)
    })
  },

  async accept(ctx, { params }) {
    await ctx.write((tx) => joinByInvite(tx, ctx, params))
    return {}
  },

  async list(ctx, { params: { organizationId }, query }) {
    const page = await invitePage(ctx.db, organizationId, query)
    return { ...listResponse(page, ({ id }) => id), items: await presentInvites(ctx, ctx.db, page.rows) }
  },

  async create(ctx, { params: { organizationId }, body }) {
    const id = newSecret(20)
    return ctx.write(async (tx) => {
      const { subject, role } = inviteTarget(body)
      const title =
        subject === null
          ? (await organizationJoinSettings(tx, organizationId)).title
          : await titleOfSubject(tx, organizationId, subject)
      const createdBy = ctx.caller.userId
      await insertInvite(tx, { organizationId, id, role, subject, createdBy, now: ctx.now() })
      await recordAuditEvents(tx, ctx, {
        action: 'invite.create',
        target: { type: 'invite', id, label: title },
        after: body,
      })
      return answer(ctx, tx, await inviteOf(tx, organizationId, id))
    })
  },

  async get(ctx, { params: { organizationId, inviteId } }) {
    return answer(ctx, ctx.db, await inviteOf(ctx.db, organizationId, inviteId))
  },

  async update(ctx, { params: { organizationId, inviteId }, body }) {
    return ctx.write(async (tx) => {
      const stored = await lockInvite(tx, organizationId, inviteId)
      const role = requestedRole(stored.role, body)
      if (role !== stored.role) {
        await changeInvite(tx, organizationId, inviteId, role)
        await recordAuditEvents(tx, ctx, {
          action: 'invite.update',
          target: { type: 'invite', id: inviteId },
          before: auditStateOf(stored, stored.role),
          after: auditStateOf(stored, role),
        })
      }
      return answer(ctx, tx, { ...stored, role })
    })
  },

  async delete(ctx, { params: { organizationId, inviteId } }) {
    await ctx.write(async (tx) => {
      const stored = await lockInvite(tx, organizationId, inviteId)
      await deleteInvite(tx, organizationId, inviteId)
      await recordAuditEvents(tx, ctx, {
        action: 'invite.delete',
        target: { type: 'invite', id: inviteId },
        before: auditStateOf(stored, stored.role),
      })
    })
    return undefined
  },
})

function inviteTarget(body: z.output<typeof organizationInvites.create.body>) {
  if ('role' in body) return { role: body.role, subject: null }
  const subject: Subject =
    'space' in body ? { kind: 'space', id: body.space } : { kind: 'collection', id: body.collection }
  return { role: body.level, subject }
}

/** An invite in the audit log, with the fields that would create it again. */
const auditStateOf = ({ subjectKind, subjectId }: InviteRow, role: InviteRow['role']) =>
  subjectKind === null ? { role } : { level: role, [subjectKind]: subjectId }

async function answer(ctx: Context, db: Context['db'] | Tx, row: InviteRow) {
  const [invite] = await presentInvites(ctx, db, [row])
  if (invite === undefined) throw notFound('invite', row.id)
  return invite
}
