import { teamMembers } from '#contract/team-members.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listAnswer } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { presentMember } from '../members/present.ts'
import { expectMembers, lockMembersAmong } from '../organizations/membership-queries.ts'
import { lockTeam, upsertTeamMembers } from '../teams/queries.ts'
import { type AddressedAccount, accountsByEmail } from '../users/queries.ts'
import { deleteTeamMembers, teamMemberPage, teamRolesOf } from './queries.ts'
import { type Asked, changedRoles } from './rules.ts'

export const teamMemberHandlers = handle(teamMembers, {
  async list(ctx, { params: { organizationId, teamId }, query }) {
    const page = await teamMemberPage(ctx.db, organizationId, teamId, query)
    return listAnswer(page, (row) => ({
      organization: presentMember(row, ctx.urls),
      team: { role: row.teamRole },
      permissions: { view: true },
    }))
  },

  async updateAll(ctx, { params: { teamId }, body: { add = [], remove = [], memberships = {} } }) {
    return changed(ctx, teamId, async (tx) => {
      const who = [...add, ...remove, ...Object.keys(memberships)]
      const { idOf, provenIdOf } = await named(tx, ctx.access.organizationId, who)
      return {
        add: add.map(provenIdOf),
        remove: remove.map(idOf),
        roles: new Map(Object.entries(memberships).map(([name, { role }]) => [provenIdOf(name), role])),
      }
    })
  },

  async put(ctx, { params: { teamId, userId }, body: { role } }) {
    const roles = new Map<string, TeamRole>(role === undefined ? [] : [[userId, role]])
    return changed(ctx, teamId, async () => ({ add: [userId], remove: [], roles }))
  },

  async delete(ctx, { params: { teamId, userId } }) {
    return changed(ctx, teamId, async (tx) => {
      const there = await teamRolesOf(tx, ctx.access.organizationId, teamId, [userId])
      if (!there.has(userId)) throw notFound('member of the team', userId)
      return { add: [], remove: [userId], roles: new Map() }
    })
  },
})

/** Finds the members behind e-mail addresses; ids stand for themselves. */
async function named(
  tx: Tx,
  organizationId: string,
  who: readonly string[],
): Promise<{ idOf: (name: string) => string; provenIdOf: (name: string) => string }> {
  const emails = [...new Set(who.filter(isEmail).map((name) => name.toLowerCase()))]
  const accounts = await accountsByEmail(tx, emails)
  const members = await lockMembersAmong(
    tx,
    organizationId,
    accounts.map(({ userId }) => userId),
  )
  const byEmail = new Map(accounts.map((account) => [account.email, account]))
  const memberBehind = (email: string): AddressedAccount => {
    const account = byEmail.get(email.toLowerCase())
    // Who has an account elsewhere is unknown here as well.
    if (account === undefined || !members.has(account.userId)) throw notFound('member', email)
    return account
  }
  const idOf = (name: string) => (isEmail(name) ? memberBehind(name).userId : name)
  return {
    idOf,
    provenIdOf: (name) => {
      if (isEmail(name)) expectProven(memberBehind(name))
      return idOf(name)
    },
  }
}

const isEmail = (name: string): boolean => name.includes('@')

/** Whoever signed up with an address that is not theirs gains nothing by its being named. */
function expectProven({ email, hasPassword, isVerified }: AddressedAccount): void {
  if (isVerified || !hasPassword) return
  throw new DomainError(
    'invalid_state',
    `The member with the address ${email} has not confirmed that it is theirs. Have them confirm it in their account, or name them by their id`,
  )
}

/** One change of a team's members: all that is asked for, or nothing. */
const changed = (ctx: Context, teamId: string, asks: (tx: Tx) => Promise<Asked>): Promise<undefined> =>
  ctx.write<undefined>(async (tx) => {
    const { organizationId } = ctx.access
    const team = await lockTeam(tx, organizationId, teamId)
    const asked = await asks(tx)
    const users = [...new Set([...asked.add, ...asked.remove, ...asked.roles.keys()])]
    await expectMembers(tx, organizationId, users)
    const now = await teamRolesOf(tx, organizationId, teamId, users)
    const changes = [...changedRoles(now, asked)]
    if (changes.length === 0) return undefined
    const put = changes.flatMap(([userId, role]) => (role === null ? [] : [[userId, role] as const]))
    const gone = changes.flatMap(([userId, role]) => (role === null ? [userId] : []))
    await upsertTeamMembers(tx, organizationId, teamId, new Map(put))
    await deleteTeamMembers(tx, organizationId, teamId, gone)
    await recordAuditEvents(tx, ctx, {
      action: 'team.members',
      target: { type: 'team', id: teamId, label: team.title },
      before: Object.fromEntries(changes.map(([userId]) => [userId, now.get(userId) ?? null])),
      after: Object.fromEntries(changes),
    })
    return undefined
  })
