import { isAtLeast, type Role, roleOnSites, strongerOf } from '#contract/shared/permissions.ts'
import type { StoredLevel } from '../db/tables/people.ts'

/** Objects on which roles are granted. */
export type SubjectKind = 'space' | 'collection' | 'site'

/** The object itself or a collection above it. */
export type AccessNode = {
  readonly kind: SubjectKind
  readonly id: string
  readonly title: string
  readonly defaultLevel: StoredLevel
}

/** A role granted to the person or to one of their teams, on the object or a collection above it. */
export type Grant = {
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  readonly team: { readonly id: string; readonly title: string } | null
  readonly role: Role | null
}

/** Everything that determines a person's access to an object. */
export type AccessFacts = {
  readonly organizationId: string
  /** Null if the person is not in the organization. */
  readonly member: { readonly role: Role | null; readonly disabled: boolean } | null
  readonly ancestors: readonly AccessNode[]
  readonly grants: readonly Grant[]
}

/** A source of a role. If there is access, exactly one step of the trace is `decisive`. */
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

/** The effective default level of an object, and where it is set. */
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
 * The access rule: an organization admin is admin everywhere; anyone else has the strongest of their grants, their
 * teams' grants and, unless a guest, the nearest default level, which on a site depends on their organization role.
 */
export function resolveAccess(facts: AccessFacts): Verdict {
  const { member, organizationId } = facts
  if (member === null || member.disabled) return { role: null, steps: [] }
  const sources =
    member.role === 'admin'
      ? [adminSource(organizationId)]
      : [...grantSources(facts), ...defaultSources(facts, member.role)]
  const role = sources.reduce<Role | null>((best, source) => strongerOf(best, source.role), null)
  const decisive = role === null ? -1 : sources.findIndex((source) => source.role === role)
  return { role, steps: sources.map((source, index) => ({ ...source, decisive: index === decisive })) }
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

/** What a role may do in a space. */
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
  installIntegration: false,
})

/** What a role may do with a site. */
export const sitePermissions = (role: Role | null) => ({
  view: isAtLeast(role, 'read'),
  access: isAtLeast(role, 'read'),
  edit: isAtLeast(role, 'edit'),
  create: isAtLeast(role, 'create'),
  admin: isAtLeast(role, 'create'),
  viewAdaptiveSchema: isAtLeast(role, 'read'),
  editAdaptiveSchema: isAtLeast(role, 'edit'),
  installIntegration: false,
})

/** What a role may do with a collection. */
export const collectionPermissions = (role: Role | null) => ({
  view: isAtLeast(role, 'read'),
  admin: isAtLeast(role, 'create'),
  viewInviteLinks: isAtLeast(role, 'create'),
  create: isAtLeast(role, 'create'),
})
