import type { Invitation } from '#contract/sessions.ts'
import { labels } from '../../lib/labels.ts'
import { roleDescriptions, roleNames } from '../../lib/role-labels.ts'

export type InviteParams = { readonly organizationId: string; readonly inviteId: string }

/** The target of an invitation: `Halden Energy`, `“Docs” at Halden Energy`. */
export function inviteTitle({ organization, to }: Invitation): string {
  if (to.type === 'organization') return organization.title
  return `${labels.quoted(to.title || labels.untitled)} at ${organization.title}`
}

/** The role that an invitation grants, as a sentence. */
export function inviteRoleLabel({ organization, to, role }: Invitation): string {
  const means = `${roleNames[role]} (${roleDescriptions[role].toLowerCase()})`
  if (to.type === 'organization') return `Your role: ${means}.`
  return `Your role in this ${to.type}: ${means}. You won’t see anything else in ${organization.title} unless you’re already a member.`
}
