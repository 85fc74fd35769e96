import type { Role } from '#contract/shared/permissions.ts'
import type { Tx } from '../../db/client.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { lockMember } from '../members/change-queries.ts'
import { isLastAdmin, membershipAuditEvents } from '../members/rules.ts'
import { changeMember } from '../organizations/membership-queries.ts'
import { groupMappingsOf } from './group-mapping-queries.ts'
import { planGroups } from './group-rules.ts'
import { addToTeams, lockTeamsOf, removeFromTeams } from './team-queries.ts'

type Provider = { readonly id: string; readonly organizationId: string; readonly defaultRole: Role | null }

/**
 * Gives a member the teams and the role that their groups at a provider mean. Owners of a team stay in it, and the last
 * admin stays admin. Does nothing for providers without mappings.
 */
export async function applyGroups(
  tx: Tx,
  by: AuditActor,
  { id, organizationId, defaultRole }: Provider,
  userId: string,
  groups: readonly string[],
): Promise<void> {
  const mappings = (await groupMappingsOf(tx, [id])).get(id) ?? []
  if (mappings.length === 0) return
  const plan = planGroups(mappings, groups, defaultRole)
  // Teams are locked before members, as everywhere.
  const teams = await lockTeamsOf(tx, organizationId, userId, [...plan.join, ...plan.leave])
  const joined = teams.filter((team) => plan.join.includes(team.id) && team.role === null)
  const left = teams.filter((team) => plan.leave.includes(team.id) && team.role === 'member')
  const { admins, member } = await lockMember(tx, organizationId, userId)
  await addToTeams(
    tx,
    { organizationId, userId },
    joined.map(({ id }) => id),
  )
  await removeFromTeams(
    tx,
    { organizationId, userId },
    left.map(({ id }) => id),
  )
  const change = (team: { id: string; title: string }, before: 'member' | null, after: 'member' | null) => ({
    organizationId,
    action: 'team.members' as const,
    target: { type: 'team' as const, id: team.id, label: team.title },
    before: { [userId]: before },
    after: { [userId]: after },
  })
  await recordAuditEvents(
    tx,
    by,
    ...joined.map((team) => change(team, null, 'member')),
    ...left.map((team) => change(team, 'member', null)),
  )
  if (plan.role === undefined || (isLastAdmin(userId, admins) && plan.role !== 'admin')) return
  const after = { role: plan.role, disabled: member.disabled }
  const events = membershipAuditEvents(member, after)
  if (events.length === 0) return
  await changeMember(tx, organizationId, userId, after)
  const target = { type: 'member', id: userId, label: member.displayName } as const
  await recordAuditEvents(tx, by, ...events.map((event) => ({ ...event, organizationId, target })))
}
