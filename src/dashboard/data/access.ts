import { api } from '#contract/api.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { contentRoleDescriptions, siteRoleDescriptions } from '../lib/role-labels.ts'

/** What roles are given on. */
export type AccessTarget = {
  readonly kind: 'space' | 'collection' | 'site'
  readonly id: string
  readonly organizationId: string
}

const resources = {
  space: api.spacePermissions,
  collection: api.collectionPermissions,
  site: api.sitePermissions,
} as const

/** The contract makes them by one function, so they differ in little but the ids in the path. */
export const permissionRoutes = ({ kind }: Pick<AccessTarget, 'kind'>) => resources[kind]

/** Names the id in every way; a path takes those that it has. */
export const permissionParams = ({ id, organizationId }: Pick<AccessTarget, 'id' | 'organizationId'>) => ({
  organizationId,
  spaceId: id,
  collectionId: id,
  siteId: id,
})

/** The same with nothing but what the path takes. */
export const pathParams = ({ kind, id, organizationId }: AccessTarget): Readonly<Record<string, string>> =>
  kind === 'site' ? { organizationId, siteId: id } : { [`${kind}Id`]: id }

/** The kind of what an event of access was about; such events are about nothing else. */
export const accessTargetKind = (type: unknown): AccessTarget['kind'] =>
  type === 'space' || type === 'site' ? type : 'collection'

/** What a role lets people do there, in one line. */
export const roleDescriptionsFor = (kind: AccessTarget['kind']): Readonly<Record<Role, string>> =>
  kind === 'site' ? siteRoleDescriptions : contentRoleDescriptions

const siteRoles: readonly Role[] = ['create', 'edit', 'read']

/** The roles that may be chosen there, with the one that is there already: on sites those that differ. */
export const assignableRoles = (kind: AccessTarget['kind'], held?: Role | null): readonly Role[] =>
  kind === 'site' ? roles.filter((role) => role === held || siteRoles.includes(role)) : roles
