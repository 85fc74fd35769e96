import { isAtLeast, type Permission, roleNeeded } from '#contract/shared/permissions.ts'
import { defaultLevelOf, resolveAccess } from '../auth/access.ts'
import { expectSignIn, expectWholeAccount } from '../auth/expect-sign-in.ts'
import { accessFacts, type MembershipWithPolicy, membershipOf } from '../auth/grants.ts'
import { isOperator } from '../auth/operators.ts'
import type { Config } from '../config.ts'
import type { Access, Caller } from '../context.ts'
import type { Db } from '../db/client.ts'
import { DomainError, notFound, roleTooWeak } from '../errors.ts'

type Params = Readonly<Record<string, string>>

const NO_ACCESS: Access = { organizationId: '', role: null, organizationRole: null }

const forbidden = (message: string) => new DomainError('forbidden', message)

/**
 * Checks an operation's permission on the object in its path.
 * @throws {DomainError} 404 if the caller cannot see the object, 403 if they see it but lack the permission
 */
export async function authorize(
  db: Db,
  caller: Caller,
  permission: Permission,
  params: Params,
  options: {
    readonly deletedToo?: boolean
    readonly known?: KnownMembership | undefined
    readonly config?: Pick<Config, 'operators' | 'admin'>
  } = {},
): Promise<Access> {
  const [kind] = permission.split('.')
  switch (kind) {
    case 'organization':
      return inOrganization(db, caller, permission, params.organizationId ?? '', options.known)
    case 'collection':
      return inLibrary(db, caller, permission, { kind, id: params.collectionId ?? '' }, false)
    case 'space':
      return inLibrary(
        db,
        caller,
        permission,
        { kind, id: params.spaceId ?? '' },
        options.deletedToo ?? false,
      )
    case 'site':
      return onSite(db, caller, permission, params, options.known)
    case 'team':
      return onTeam(db, caller, permission, params, options.known)
    case 'system':
      if (options.config === undefined || !(await isOperator(db, caller, options.config)))
        throw forbidden('Only operators of this service can do this')
      expectWholeAccount(caller)
      return NO_ACCESS
    case 'self':
      if (params.userId !== caller.userId) throw forbidden('Only the owner of the account can do this')
      expectWholeAccount(caller)
      return NO_ACCESS
    case 'account':
      expectWholeAccount(caller, params.organizationId)
      return NO_ACCESS
    default:
      return NO_ACCESS
  }
}

/** The caller's membership if it is already known; undefined if they are not a member. */
export type KnownMembership = {
  readonly organizationId: string
  readonly membership: MembershipWithPolicy | undefined
}

async function memberOf(
  db: Db,
  caller: Caller,
  organizationId: string,
  known?: KnownMembership,
): Promise<MembershipWithPolicy> {
  const membership =
    known?.organizationId === organizationId
      ? known.membership
      : await membershipOf(db, organizationId, caller.userId)
  if (membership === undefined) throw notFound('organization', organizationId)
  if (membership.disabled) throw forbidden('Your account is suspended in this organization')
  await expectSignIn(db, caller, membership.policy)
  return membership
}

async function inOrganization(
  db: Db,
  caller: Caller,
  permission: Permission,
  id: string,
  known?: KnownMembership,
): Promise<Access> {
  const { role } = await memberOf(db, caller, id, known)
  const needed = roleNeeded[permission]
  if (needed !== undefined && !isAtLeast(role, needed)) throw roleTooWeak(needed)
  return { organizationId: id, role, organizationRole: role }
}

async function inLibrary(
  db: Db,
  caller: Caller,
  permission: Permission,
  subject: { readonly kind: 'space' | 'collection'; readonly id: string },
  deletedToo: boolean,
): Promise<Access> {
  const facts = await accessFacts(db, subject, caller.userId)
  if (facts === null || facts.member === null) throw notFound(subject.kind, subject.id)
  if (facts.member.disabled) throw forbidden('Your account is suspended in this organization')
  const { role } = resolveAccess(facts)
  if (role === null) throw notFound(subject.kind, subject.id)
  await expectSignIn(db, caller, facts.policy)
  if (facts.deletedAt !== null && !(deletedToo && isAtLeast(role, 'create')))
    throw notFound(subject.kind, subject.id)
  const needed = roleNeeded[permission]
  if (needed !== undefined && !isAtLeast(role, needed)) throw roleTooWeak(needed)
  const { organizationId, member } = facts
  const nodes = facts.ancestors.flatMap((node) =>
    node.kind === 'site' ? [] : [{ ...node, kind: node.kind }],
  )
  const defaultLevel = defaultLevelOf(nodes, { id: organizationId, role: member.role })
  return { organizationId, role, organizationRole: member.role, defaultLevel }
}

async function onSite(
  db: Db,
  caller: Caller,
  permission: Permission,
  params: Params,
  known?: KnownMembership,
): Promise<Access> {
  const { organizationId = '', siteId = '' } = params
  await memberOf(db, caller, organizationId, known)
  const facts = await accessFacts(db, { kind: 'site', id: siteId }, caller.userId)
  if (facts === null || facts.organizationId !== organizationId) throw notFound('site', siteId)
  const { role } = resolveAccess(facts)
  if (role === null) throw notFound('site', siteId)
  const needed = roleNeeded[permission]
  if (needed !== undefined && !isAtLeast(role, needed)) throw roleTooWeak(needed)
  return { organizationId, role, organizationRole: facts.member?.role ?? null }
}

async function onTeam(
  db: Db,
  caller: Caller,
  permission: Permission,
  params: Params,
  known?: KnownMembership,
): Promise<Access> {
  const { organizationId = '', teamId = '' } = params
  const { role } = await memberOf(db, caller, organizationId, known)
  const team = await db
    .selectFrom('team')
    .leftJoin('team_member', (join) =>
      join
        .onRef('team_member.organization_id', '=', 'team.organization_id')
        .onRef('team_member.team_id', '=', 'team.id')
        .on('team_member.user_id', '=', caller.userId),
    )
    .select(['team.id', 'team_member.role as own'])
    .where('team.organization_id', '=', organizationId)
    .where('team.id', '=', teamId)
    .executeTakeFirst()
  if (team === undefined || (role === null && team.own === null)) throw notFound('team', teamId)
  if (permission === 'team.manage' && role !== 'admin' && team.own !== 'owner') throw roleTooWeak('admin')
  return { organizationId, role, organizationRole: role }
}
