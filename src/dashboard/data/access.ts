import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { contentRoleDescriptions, siteRoleDescriptions } from '../lib/role-labels.ts'

/** What roles are assigned on. */
export type AccessTarget = {
  readonly kind: 'space' | 'collection' | 'site'
  readonly id: string
  readonly organizationId: string
}

/** A space as a target of access. */
export const spaceSubject = ({ id, organization }: { id: string; organization: string }): AccessTarget => ({
  kind: 'space',
  id,
  organizationId: organization,
})

/** A site as a target of access. */
export const siteSubject = ({ organizationId, siteId }: SiteParams): AccessTarget => ({
  kind: 'site',
  id: siteId,
  organizationId,
})

const resources = {
  space: api.spacePermissions,
  collection: api.collectionPermissions,
  site: api.sitePermissions,
} as const

/** The operations are the same for all three; only the ids in their paths differ. */
export const permissionRoutes = ({ kind }: Pick<AccessTarget, 'kind'>) => resources[kind]

/** The id under every parameter name; each path picks the parameters it has. */
export const permissionParams = ({ id, organizationId }: Pick<AccessTarget, 'id' | 'organizationId'>) => ({
  organizationId,
  spaceId: id,
  collectionId: id,
  siteId: id,
})

/** The same with only the parameters of the path. */
export const pathParams = ({ kind, id, organizationId }: AccessTarget): Readonly<Record<string, string>> =>
  kind === 'site' ? { organizationId, siteId: id } : { [`${kind}Id`]: id }

/** The kind of an access event's target. Such events have no other targets. */
export const accessTargetKind = (type: unknown): AccessTarget['kind'] =>
  type === 'space' || type === 'site' ? type : 'collection'

/** What people with a role can do there, in one line. */
export const roleDescriptionsFor = (kind: AccessTarget['kind']): Readonly<Record<Role, string>> =>
  kind === 'site' ? siteRoleDescriptions : contentRoleDescriptions

const siteRoles: readonly Role[] = ['create', 'edit', 'read']

/** The roles to choose from, including the current one. Sites offer only the roles that differ there. */
export const assignableRoles = (kind: AccessTarget['kind'], current?: Role | null): readonly Role[] =>
  kind === 'site' ? roles.filter((role) => role === current || siteRoles.includes(role)) : roles
