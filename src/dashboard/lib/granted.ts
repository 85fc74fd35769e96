import { api } from '#contract/api.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { placeMeans, siteMeans } from './role-words.ts'

/** What roles are given on. */
export type Granted = {
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
export const permissionsOf = ({ kind }: Pick<Granted, 'kind'>) => resources[kind]

/** Names the id in every way; a path takes those that it has. */
export const paramsOf = ({ id, organizationId }: Pick<Granted, 'id' | 'organizationId'>) => ({
  organizationId,
  spaceId: id,
  collectionId: id,
  siteId: id,
})

/** The same with nothing but what the path takes. */
export const pathParamsOf = ({ kind, id, organizationId }: Granted): Readonly<Record<string, string>> =>
  kind === 'site' ? { organizationId, siteId: id } : { [`${kind}Id`]: id }

/** The kind of what an event of access was about; such events are about nothing else. */
export const kindOf = (type: unknown): Granted['kind'] =>
  type === 'space' || type === 'site' ? type : 'collection'

/** What a role lets people do there, in one line. */
export const meansOn = (kind: Granted['kind']): Readonly<Record<Role, string>> =>
  kind === 'site' ? siteMeans : placeMeans

const onSites: readonly Role[] = ['create', 'edit', 'read']

/** The roles that may be chosen there, with the one that is there already: on sites those that differ. */
export const rolesOn = (kind: Granted['kind'], held?: Role | null): readonly Role[] =>
  kind === 'site' ? roles.filter((role) => role === held || onSites.includes(role)) : roles
