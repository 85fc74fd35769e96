import type { Invitation } from '#contract/sessions.ts'
import { roleMeans, roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'

export type InvitePlace = { readonly organizationId: string; readonly inviteId: string }

/** What an invitation is to: `Halden Energy`, `“Docs” at Halden Energy`. */
export function inviteTitle({ organization, to }: Invitation): string {
  if (to.type === 'organization') return organization.title
  return `${words.quoted(to.title || words.untitled)} at ${organization.title}`
}

/** What who joins can do then, as a sentence. */
export function inviteGives({ organization, to, role }: Invitation): string {
  const means = `${roleNames[role]} (${roleMeans[role].toLowerCase()})`
  if (to.type === 'organization') return `You join with the role ${means}.`
  return `You get the role ${means} in this ${to.type}, and see nothing else of ${organization.title} unless you are a member already.`
}
