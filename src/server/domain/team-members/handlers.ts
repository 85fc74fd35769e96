import { teamMembers } from '#contract/team-members.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { presentMember } from '../members/present.ts'
import { expectMembers, lockMembersAmong } from '../organizations/membership-queries.ts'
import { expectNotManaged } from '../teams/managed.ts'
import { lockTeam, upsertTeamMembers } from '../teams/queries.ts'
import { accountsByEmail, type EmailAccount } from '../users/queries.ts'
import { deleteTeamMembers, teamMemberPage, teamRolesOf } from './queries.ts'
import { changedRoles, type MemberChanges } from './rules.ts'

export const teamMemberHandlers = handle(teamMembers, {
  async list(ctx, { params: { organizationId, teamId }, query }) {
    const page = await teamMemberPage(ctx.db, organizationId, teamId, query)
    return listResponse(page, (row) => ({
      organization: presentMember(row, ctx.urls),
      team: { role: row.teamRole },
      permissions: { view: true },
    }))
  },

  async updateAll(ctx, { params: { teamId }, body: { add = [], remove = [], memberships = {} } }) {
    return applyChanges(ctx, teamId, async (tx) => {
      const names = [...add, ...remove, ...Object.keys(memberships)]
      const { idOf, verifiedIdOf } = await resolveMembers(tx, ctx.access.organizationId, names)
      return {
        add: add.map(verifiedIdOf),
        remove: remove.map(idOf),
        roles: new Map(Object.entries(memberships).map(([name, { role }]) => [verifiedIdOf(name), role])),
      }
    })
  },

  async put(ctx, { params: { teamId, userId }, body: { role } }) {
    const roles = new Map<string, TeamRole>(role === undefined ? [] : [[userId, role]])
    return applyChanges(ctx, teamId, async () => ({ add: [userId], remove: [], roles }))
  },

  async delete(ctx, { params: { teamId, userId } }) {
    return applyChanges(ctx, teamId, async (tx) => {
      const roles = await teamRolesOf(tx, ctx.access.organizationId, teamId, [userId])
      if (!roles.has(userId)) throw notFound('member of the team', userId)
      return { add: [], remove: [userId], roles: new Map() }
    })
  },
})

/** Resolves email addresses to member ids; ids stay as they are. */
async function resolveMembers(
  tx: Tx,
  organizationId: string,
  names: readonly string[],
): Promise<{ idOf: (name: string) => string; verifiedIdOf: (name: string) => string }> {
  const emails = [...new Set(names.filter(isEmail).map((name) => name.toLowerCase()))]
  const accounts = await accountsByEmail(tx, emails)
  const members = await lockMembersAmong(
    tx,
    organizationId,
    accounts.map(({ userId }) => userId),
  )
  const byEmail = new Map(accounts.map((account) => [account.email, account]))
  const memberBehind = (email: string): EmailAccount => {
    const account = byEmail.get(email.toLowerCase())
    // An account in another organization must not be revealed.
    if (account === undefined || !members.has(account.userId)) throw notFound('member', email)
    return account
  }
  const idOf = (name: string) => (isEmail(name) ? memberBehind(name).userId : name)
  return {
    idOf,
    verifiedIdOf: (name) => {
      if (isEmail(name)) expectVerified(memberBehind(name))
      return idOf(name)
    },
  }
}

const isEmail = (name: string): boolean => name.includes('@')

/** Someone who signed up with another person's address must not get access through it. */
function expectVerified({ email, hasPassword, isVerified }: EmailAccount): void {
  if (isVerified || !hasPassword) return
  throw new DomainError(
    'invalid_state',
    `The member with the address ${email} isn’t verified. Ask them to verify it under Account, or use their ID`,
  )
}

/** Applies a change of a team's members as a whole, or not at all. */
const applyChanges = (
  ctx: Context,
  teamId: string,
  resolveChanges: (tx: Tx) => Promise<MemberChanges>,
): Promise<undefined> =>
  ctx.write<undefined>(async (tx) => {
    const { organizationId } = ctx.access
    const team = await lockTeam(tx, organizationId, teamId)
    expectNotManaged(team)
    const input = await resolveChanges(tx)
    const users = [...new Set([...input.add, ...input.remove, ...input.roles.keys()])]
    await expectMembers(tx, organizationId, users)
    const now = await teamRolesOf(tx, organizationId, teamId, users)
    const changes = [...changedRoles(now, input)]
    if (changes.length === 0) return undefined
    const put = changes.flatMap(([userId, role]) => (role === null ? [] : [[userId, role] as const]))
    const removed = changes.flatMap(([userId, role]) => (role === null ? [userId] : []))
    await upsertTeamMembers(tx, organizationId, teamId, new Map(put))
    await deleteTeamMembers(tx, organizationId, teamId, removed)
    await recordAuditEvents(tx, ctx, {
      action: 'team.members',
      target: { type: 'team', id: teamId, label: team.title },
      before: Object.fromEntries(changes.map(([userId]) => [userId, now.get(userId) ?? null])),
      after: Object.fromEntries(changes),
    })
    return undefined
  })
