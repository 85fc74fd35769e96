import { isAtLeast, type Role, roleOnSites, strongerOf } from '#contract/shared/permissions.ts'
import type { StoredLevel } from '../db/tables/people.ts'

/** What roles are given on. */
export type SubjectKind = 'space' | 'collection' | 'site'

/** One object on the way up from what is asked about: itself first, then the collections above it. */
export type AccessNode = {
  readonly kind: SubjectKind
  readonly id: string
  readonly title: string
  readonly defaultLevel: StoredLevel
}

/** A role given to the person or to one of their teams, on one of the rungs. */
export type Grant = {
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  readonly team: { readonly id: string; readonly title: string } | null
  readonly role: Role | null
}

/** All that decides about one person and one object. */
export type AccessFacts = {
  readonly organizationId: string
  /** Absent when the person is not in the organization. */
  readonly member: { readonly role: Role | null; readonly disabled: boolean } | null
  readonly ancestors: readonly AccessNode[]
  readonly grants: readonly Grant[]
}

/** One way to a role. Exactly one step of a trace is `decisive`, when there is access at all. */
export type AccessStep = {
  readonly via: 'organization-admin' | 'grant' | 'default-level' | 'organization-role'
  readonly role: Role | null
  readonly on: {
    readonly type: SubjectKind | 'organization'
    readonly id: string
    readonly title?: string
  }
  readonly team?: { readonly id: string; readonly title: string }
  readonly decisive: boolean
}

export type Verdict = { readonly role: Role | null; readonly steps: readonly AccessStep[] }

/** The level in force on the lowest rung, and where it comes from (decisions 3). */
export function defaultLevelOf<Kind extends SubjectKind>(
  ancestors: readonly (Pick<AccessNode, 'id' | 'defaultLevel'> & { readonly kind: Kind })[],
  organization: { readonly id: string; readonly role: Role | null },
): {
  readonly level: Role | null
  readonly from: { readonly type: Kind | 'organization'; readonly id: string }
} {
  const ancestor = ancestors.find(({ defaultLevel }) => defaultLevel !== 'inherit')
  if (ancestor === undefined || ancestor.defaultLevel === 'inherit') {
    return { level: organization.role, from: { type: 'organization', id: organization.id } }
  }
  return {
    level: ancestor.defaultLevel === 'none' ? null : ancestor.defaultLevel,
    from: { type: ancestor.kind, id: ancestor.id },
  }
}

/**
 * The one rule of access (decisions 1): an organization admin is admin everywhere; everybody else has the
 * strongest of their grants, their teams' grants and, unless a guest, the nearest default level, which on a site is
 * what their role in the organization gives there.
 */
export function resolveAccess(facts: AccessFacts): Verdict {
  const { member, organizationId } = facts
  if (member === null || member.disabled) return { role: null, steps: [] }
  const sources =
    member.role === 'admin'
      ? [adminSource(organizationId)]
      : [...grantSources(facts), ...defaultSources(facts, member.role)]
  const role = sources.reduce<Role | null>((best, way) => strongerOf(best, way.role), null)
  const decisive = role === null ? -1 : sources.findIndex((way) => way.role === role)
  return { role, steps: sources.map((way, index) => ({ ...way, decisive: index === decisive })) }
}

type AccessSource = Omit<AccessStep, 'decisive'>

const adminSource = (id: string): AccessSource => ({
  via: 'organization-admin',
  role: 'admin',
  on: { type: 'organization', id },
})

function grantSources({ ancestors, grants }: AccessFacts): AccessSource[] {
  return grants.map(({ subject, role, team }) => {
    const title = ancestors.find(({ kind, id }) => kind === subject.kind && id === subject.id)?.title
    return {
      via: 'grant' as const,
      role,
      on: { type: subject.kind, id: subject.id, ...(title === undefined ? {} : { title }) },
      ...(team ? { team } : {}),
    }
  })
}

function defaultSources({ ancestors, organizationId }: AccessFacts, own: Role | null): AccessSource[] {
  if (own === null) return []
  const role = ancestors.some(({ kind }) => kind === 'site') ? roleOnSites(own) : own
  const { level, from } = defaultLevelOf(ancestors, { id: organizationId, role })
  const title = ancestors.find(({ id }) => id === from.id)?.title
  const via = from.type === 'organization' ? ('organization-role' as const) : ('default-level' as const)
  return [{ via, role: level, on: { ...from, ...(title === undefined ? {} : { title }) } }]
}

/** What a role may do in a space (gaps 3.13). */
export const spacePermissions = (role: Role | null, organizationRole: Role | null) => ({
  view: isAtLeast(role, 'read'),
  access: isAtLeast(role, 'read'),
  comment: isAtLeast(role, 'comment'),
  edit: isAtLeast(role, 'edit'),
  review: isAtLeast(role, 'review'),
  merge: isAtLeast(role, 'review'),
  triggerGitSync: isAtLeast(role, 'create'),
  viewInviteLinks: isAtLeast(role, 'create'),
  admin: isAtLeast(role, 'create') || organizationRole === 'admin',
})

/** What a role may do with a site (gaps 3.13). */
export const sitePermissions = (role: Role | null) => ({
  view: isAtLeast(role, 'read'),
  access: isAtLeast(role, 'read'),
  edit: isAtLeast(role, 'edit'),
  create: isAtLeast(role, 'create'),
  admin: isAtLeast(role, 'create'),
})

/** What a role may do with a collection (gaps 3.13). */
export const collectionPermissions = (role: Role | null) => ({
  view: isAtLeast(role, 'read'),
  admin: isAtLeast(role, 'create'),
  viewInviteLinks: isAtLeast(role, 'create'),
  create: isAtLeast(role, 'create'),
})
