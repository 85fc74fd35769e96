import { teams } from '#contract/teams.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { expectMembers } from '../organizations/membership-queries.ts'
import { expectNotManaged } from './managed.ts'
import { presentTeam } from './present.ts'
import {
  insertTeam,
  lockTeam,
  removeTeam,
  renameTeam,
  teamForUser,
  teamPage,
  upsertTeamMembers,
} from './queries.ts'

export const teamHandlers = handle(teams, {
  async list(ctx, { params: { organizationId }, query }) {
    const page = await teamPage(ctx.db, organizationId, ctx.caller.userId, query)
    return listResponse(page, (row) => presentTeam(row, ctx))
  },

  async create(ctx, { params: { organizationId }, body: { title, members = [] } }) {
    const id = ctx.newId()
    const users = [...new Set(members)]
    return ctx.write(async (tx) => {
      await expectMembers(tx, organizationId, users)
      await insertTeam(tx, { organizationId, id, title, now: ctx.now() })
      await upsertTeamMembers(tx, organizationId, id, new Map(users.map((user) => [user, 'member'])))
      const after = { title, ...(users.length === 0 ? {} : { members: users }) }
      await recordAuditEvents(tx, ctx, {
        action: 'team.create',
        target: { type: 'team', id, label: title },
        after,
      })
      return answer(ctx, tx, id)
    })
  },

  async get(ctx, { params: { teamId } }) {
    return answer(ctx, ctx.db, teamId)
  },

  async update(ctx, { params: { organizationId, teamId }, body: { title } }) {
    return ctx.write(async (tx) => {
      const stored = await lockTeam(tx, organizationId, teamId)
      expectVersion(ctx, stored.version)
      expectNotManaged(stored)
      if (title !== stored.title) {
        await renameTeam(tx, organizationId, teamId, title)
        await recordAuditEvents(tx, ctx, {
          action: 'team.update',
          target: { type: 'team', id: teamId, label: title },
          before: { title: stored.title },
          after: { title },
        })
      }
      return answer(ctx, tx, teamId)
    })
  },

  async delete(ctx, { params: { organizationId, teamId } }) {
    await ctx.write(async (tx) => {
      const stored = await lockTeam(tx, organizationId, teamId)
      const { title, version } = stored
      expectVersion(ctx, version)
      expectNotManaged(stored)
      await removeTeam(tx, organizationId, teamId)
      const target = { type: 'team', id: teamId, label: title } as const
      await recordAuditEvents(tx, ctx, { action: 'team.delete', target, before: { title } })
    })
    return undefined
  },
})

const answer = async (ctx: Context, db: Db | Tx, teamId: string) =>
  presentTeam(await teamForUser(db, ctx.access.organizationId, ctx.caller.userId, teamId), ctx)
