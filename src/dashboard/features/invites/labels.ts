import type { Invite } from '#contract/organization-invites.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { labels } from '../../lib/labels.ts'

/** The target of a link and the role it grants. */
export type InviteTarget = {
  readonly type: 'organization' | 'space' | 'collection'
  readonly title: string
  readonly emoji?: string
  readonly role: Role
}

export function inviteTarget(invite: Invite, organization: string): InviteTarget {
  if ('space' in invite) {
    const { title, emoji } = invite.space
    return { type: 'space', title: title || labels.untitled, emoji, role: invite.level }
  }
  if ('collection' in invite) {
    return { type: 'collection', title: invite.collection.title || labels.untitled, role: invite.level }
  }
  return { type: 'organization', title: organization, role: invite.role }
}

export function withRole(invite: Invite, role: Role): Invite {
  return 'role' in invite ? { ...invite, role } : { ...invite, level: role }
}
