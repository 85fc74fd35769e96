import type { z } from 'zod'
import type { AccessExplanation, accessPermissionRoutes } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { expectMembers } from '../organizations/membership-queries.ts'
import { presentTeam } from '../teams/present.ts'
import { expectTeams } from '../teams/queries.ts'
import { presentUser } from '../users/present.ts'
import { userVisibleTo } from '../users/queries.ts'
import { type Grantee, grantedRoles, grantRole, lockSubject, revokeRole } from './grant-queries.ts'
import { notifyGrantees } from './notify.ts'
import { accessPage, organizationTitle, teamGrantPage, userGrantPage } from './queries.ts'
import { accessSourcesOf } from './rules.ts'

type Routes = ReturnType<typeof accessPermissionRoutes>
type Body<Name extends 'grant' | 'updateUser'> = z.output<Routes[Name]['body']>
type Query<Name extends 'listUsers' | 'aggregate'> = z.output<Routes[Name]['query']>

/** @throws {DomainError} 404 when one of them is not in the organization. */
export const expectGrantees = (
  tx: Tx,
  organizationId: string,
  grantee: Grantee,
  ids: readonly string[],
): Promise<void> =>
  grantee === 'user' ? expectMembers(tx, organizationId, ids) : expectTeams(tx, organizationId, ids)

/** Grants users or teams a role. */
export const grant = (ctx: Context, subject: Subject, { users, teams, role }: Body<'grant'>) =>
  ctx.write<undefined>(async (tx) => {
    const { title } = await lockSubject(tx, subject)
    const to: Grantee = users === undefined ? 'team' : 'user'
    const ids = [...new Set(users ?? teams ?? [])]
    await expectGrantees(tx, subject.organizationId, to, ids)
    const added = await grantTo(tx, ctx, subject, { title, to, ids, role })
    await notifyGrantees(tx, ctx, subject, to === 'user' ? { users: added } : { teams: added })
    return undefined
  })

type NewGrant = {
  readonly title: string
  readonly to: Grantee
  readonly ids: readonly string[]
  readonly role: Role | null
}

/**
 * Grants a role on a locked subject to users or teams of its organization, and records it. Returns those that had none.
 */
export async function grantTo(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  { title, to, ids, role }: NewGrant,
): Promise<string[]> {
  const before = await grantedRoles(tx, subject, to, ids)
  const changed = ids.filter((id) => before.get(id) !== role)
  if (changed.length === 0) return []
  await grantRole(tx, subject, { to, ids: changed, role, now: ctx.now() })
  await recordGrants(tx, ctx, subject, {
    action: 'access.grant',
    title,
    to,
    before: changed.map((id) => [id, before.get(id) ?? null]),
    after: changed.map((id) => [id, role]),
  })
  return role === null ? [] : changed.filter((id) => (before.get(id) ?? null) === null)
}

/** Changes the role granted to a user or team. */
export const update = (
  ctx: Context,
  subject: Subject,
  [to, id]: readonly [Grantee, string],
  { role }: Body<'updateUser'>,
) =>
  ctx.write<undefined>(async (tx) => {
    const { title, before } = await lockGrant(tx, subject, to, id)
    if (before === role) return undefined
    await grantRole(tx, subject, { to, ids: [id], role, now: ctx.now() })
    const change = {
      action: 'access.update',
      title,
      to,
      before: [[id, before]],
      after: [[id, role]],
    } as const
    await recordGrants(tx, ctx, subject, change)
    return undefined
  })

/** Revokes the grant of a user or team. */
export const remove = (ctx: Context, subject: Subject, [to, id]: readonly [Grantee, string]) =>
  ctx.write<undefined>(async (tx) => {
    const { title, before } = await lockGrant(tx, subject, to, id)
    await revokeRole(tx, subject, to, [id])
    const change = {
      action: 'access.remove',
      title,
      to,
      before: [[id, before]],
      after: [[id, null]],
    } as const
    await recordGrants(tx, ctx, subject, change)
    return undefined
  })

async function lockGrant(tx: Tx, subject: Subject, to: Grantee, id: string) {
  const { title } = await lockSubject(tx, subject)
  const before = (await grantedRoles(tx, subject, to, [id])).get(id)
  if (before === undefined) throw notFound(`role assigned to the ${to}`, id)
  return { title, before }
}

type Roles = readonly (readonly [string, Role | null])[]

/** In the audit log null means both a grant without a role and no grant, since both give no access. */
const recordGrants = (
  tx: Tx,
  ctx: Context,
  { kind, id }: Subject,
  change: {
    readonly action: 'access.grant' | 'access.update' | 'access.remove'
    readonly title: string
    readonly to: Grantee
    readonly before: Roles
    readonly after: Roles
  },
) =>
  recordAuditEvents(tx, ctx, {
    action: change.action,
    target: { type: kind, id, label: change.title },
    before: { [`${change.to}s`]: Object.fromEntries(change.before) },
    after: { [`${change.to}s`]: Object.fromEntries(change.after) },
  })

/** Lists the users with a direct grant. */
export async function listUsers(ctx: Context, subject: Subject, query: Query<'listUsers'>) {
  const page = await userGrantPage(ctx.db, subject, query)
  return listResponse(page, ({ role, ...user }) => ({ permission: role, user: presentUser(user, ctx.urls) }))
}

/** Lists the teams with a grant. */
export async function listTeams(ctx: Context, subject: Subject, query: Query<'listUsers'>) {
  const page = await teamGrantPage(ctx.db, subject, ctx.caller.userId, query)
  return listResponse(page, ({ role, ...team }) => ({ permission: role, team: presentTeam(team, ctx) }))
}

/** Lists everyone with access, each with the effective role. */
export async function aggregate(ctx: Context, subject: Subject, query: Query<'aggregate'>) {
  const page = await accessPage(ctx.db, subject, query)
  return listResponse(page, ({ role, ...user }) => ({ permission: role, user: presentUser(user, ctx.urls) }))
}

/** Explains where a member's effective role comes from. */
export async function explain(ctx: Context, subject: Subject, userId: string): Promise<AccessExplanation> {
  const facts = await accessFacts(ctx.db, subject, userId)
  if (facts === null || facts.member === null) throw notFound('member', userId)
  const { role, steps } = resolveAccess(facts)
  const [user, title] = await Promise.all([
    userVisibleTo(ctx.db, ctx.caller.userId, userId),
    organizationTitle(ctx.db, facts.organizationId),
  ])
  return {
    object: 'access-explanation',
    user: presentUser(user, ctx.urls),
    role,
    accessSources: accessSourcesOf(steps, title),
  }
}
