import type { AccessSource } from '#contract/access-permissions.ts'
import { type Role, roleNames as roleNamesOfMembers, roles } from '#contract/shared/permissions.ts'
import type { SiteAccessOrigin } from '#contract/site-permissions.ts'
import type { TeamRole } from '#contract/teams.ts'
import { labels } from './labels.ts'

/** A role in the organization as selects show it; guests have no role. */
export type MemberRole = Role | 'guest'

export const memberRoles: readonly MemberRole[] = [...roles, 'guest']

export const roleNames: Readonly<Record<MemberRole, string>> = {
  ...roleNamesOfMembers,
  guest: 'Guest',
}

/** What people with a role can do, in one line. */
export const roleDescriptions: Readonly<Record<MemberRole, string>> = {
  admin: 'Everything, and the settings of the organization',
  create: 'Creates and deletes spaces, collections and sites',
  review: 'Merges change requests',
  edit: 'Edits pages and proposes changes',
  comment: 'Reads and discusses',
  read: 'Reads only',
  guest: 'Sees only what is shared with them',
}

/** What people with a role in a space or a collection can do, in one line. */
export const contentRoleDescriptions: Readonly<Record<Role, string>> = {
  admin: 'Everything here',
  create: 'Creates and deletes here, and assigns access',
  review: roleDescriptions.review,
  edit: roleDescriptions.edit,
  comment: roleDescriptions.comment,
  read: roleDescriptions.read,
}

/** What people with a role on a site can do, in one line. */
export const siteRoleDescriptions: Readonly<Record<Role, string>> = {
  admin: contentRoleDescriptions.admin,
  create: 'Publishes it, and manages its audience and access',
  review: 'Edits its structure, customization and redirects',
  edit: 'Edits its structure, customization and redirects',
  comment: 'Sees it here, with its insights',
  read: 'Sees it here, with its insights',
}

/** The API uses null for guests. */
export const memberRoleOf = (role: Role | null): MemberRole => role ?? 'guest'
export const roleOf = (role: MemberRole): Role | null => (role === 'guest' ? null : role)

export const teamRoleNames: Readonly<Record<TeamRole, string>> = { owner: 'Owner', member: 'Member' }

export const teamRoleDescriptions: Readonly<Record<TeamRole, string>> = {
  owner: 'Adds and removes members of the team',
  member: 'Is in the team',
}

const order: readonly TeamRole[] = ['owner', 'member']

export const teamRoleChoices = order.map((value) => ({
  value,
  label: teamRoleNames[value],
  help: teamRoleDescriptions[value],
}))

/** Where a role comes from, as a sentence without a period: `Access of the team “Editors” to the collection “Docs”`. */
export function accessSourceLabel({ via, on, team }: AccessSource): string {
  const target = `the ${on.type} ${labels.quoted(on.title || labels.untitled)}`
  switch (via) {
    case 'organization-admin':
      return `Admins of ${on.title} can do everything in it`
    case 'grant':
      return `Direct access to ${target}`
    case 'team-grant':
      return `Access of the team ${labels.quoted(team?.title ?? '')} to ${target}`
    case 'default-level':
      return `Default access of ${target}`
    case 'organization-role':
      return `Their role in ${on.title}`
  }
}

/** Where a role on a site comes from, as a short label. */
export function accessOriginLabel(origin: SiteAccessOrigin): string {
  if (origin.type === 'organization') return origin.organization.title
  return origin.team === undefined ? 'Direct access' : `Team ${labels.quoted(origin.team.title)}`
}
