/**
 * Who may call an operation: the part before the dot is the object in the path, and the part after the dot is what
 * the caller must be allowed to do with it.
 *
 * - `anyone`: no token needed (health, sign-in, set-up).
 * - `user`: any valid token or session.
 * - `account`: any valid token, or a session that counts for the whole account: not one that a provider of an organization
 *   opened which does not own the account's domain.
 * - `self`: as `account`, and the path's `userId` is the caller's own.
 * - `organization.member`: any member that is not disabled, guests included.
 * - `organization.view`: a member with a role (not a guest).
 * - `organization.create`: role create or admin.
 * - `organization.admin`: role admin.
 * - `collection.*`, `space.*`: by the effective role there (see `roleNeeded`).
 * - `site.*`: by the effective role there, which for members is at least `roleOnSites` of their role.
 * - `system.operate`: as `account`, by an operator of the service, whatever their role in organizations.
 * - `team.manage`: organization admin or an owner of the team.
 */
export type Permission =
  | 'anyone'
  | 'user'
  | 'account'
  | 'self'
  | `organization.${'member' | 'view' | 'create' | 'admin'}`
  | `collection.${'view' | 'create' | 'admin'}`
  | `space.${'view' | 'comment' | 'edit' | 'review' | 'create' | 'admin'}`
  | `site.${'view' | 'edit' | 'admin'}`
  | `team.${'view' | 'manage'}`
  | 'system.operate'

/** Roles from strong to weak. Each role includes all later ones. */
export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const
export type Role = (typeof roles)[number]

/** Roles as messages and the dashboard name them. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  create: 'Create',
  review: 'Review',
  edit: 'Edit',
  comment: 'Comment',
  read: 'Read',
}

/** Roles that a person can ask for, from weak to strong. */
export const requestableRoles = ['comment', 'edit', 'review', 'create'] as const satisfies readonly Role[]
export type RequestableRole = (typeof requestableRoles)[number]

/** Whether `role` is at least `needed`; null (no access) never is. */
export const isAtLeast = (role: Role | null | undefined, needed: Role): boolean =>
  role != null && roles.indexOf(role) <= roles.indexOf(needed)

/** The stronger of two roles. */
export const strongerOf = (a: Role | null, b: Role | null): Role | null => {
  if (a === null) return b
  if (b === null) return a
  return isAtLeast(a, b) ? a : b
}

/** The weakest role that grants a permission on a collection, space or site. */
export const roleNeeded: Readonly<Record<string, Role>> = {
  'organization.view': 'read',
  'organization.create': 'create',
  'organization.admin': 'admin',
  'collection.view': 'read',
  'collection.create': 'create',
  'collection.admin': 'create',
  'space.view': 'read',
  'space.comment': 'comment',
  'space.edit': 'edit',
  'space.review': 'review',
  'space.create': 'create',
  'space.admin': 'create',
  'site.view': 'read',
  'site.edit': 'edit',
  'site.admin': 'create',
}

/** Whether a role on a collection, space or site grants a permission there. */
export function grantsPermission(role: Role | null, permission: Permission): boolean {
  const needed = roleNeeded[permission]
  return needed !== undefined && isAtLeast(role, needed)
}

/**
 * The role on every site that a role in the organization implies: members who may create sites keep their role,
 * and all other members can read. Further editors of a site need a grant on it.
 */
export const roleOnSites = (role: Role | null): Role | null =>
  role === null || isAtLeast(role, 'create') ? role : 'read'
