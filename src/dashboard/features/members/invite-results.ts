import type { Member } from '#contract/members.ts'
import type { organizationInvites } from '#contract/organization-invites.ts'
import type { Output } from '#contract/route.ts'
import { emailError } from '../../lib/email-addresses.ts'

type InviteResponse = Output<typeof organizationInvites.send>

/** The result of inviting one address. */
export type InviteResult = {
  readonly email: string
  readonly state: 'link' | 'mailed' | 'joined' | 'already' | 'not-sso' | 'unverified' | 'bad' | 'unknown'
  /** Only if the service sends no email. */
  readonly url?: string
  readonly fault?: string
}

/**
 * The result of inviting each address.
 * @param latestMembers the members who joined last, or undefined if they could not be loaded
 */
export function inviteResults(
  addresses: readonly string[],
  response: InviteResponse,
  latestMembers: readonly Member[] | undefined,
): InviteResult[] {
  const isSameAddress = (a: string | undefined) => (b: string) => a?.toLowerCase() === b.toLowerCase()
  return addresses.map((email): InviteResult => {
    const fault = emailError(email)
    if (fault !== undefined) return { email, state: 'bad', fault }
    const url = response.links?.find((link) => isSameAddress(link.email)(email))?.url
    if (url !== undefined) return { email, state: 'link', url }
    if (response.failedSSOEmails?.some((one) => isSameAddress(one)(email))) return { email, state: 'not-sso' }
    if (response.unverified?.some((one) => isSameAddress(one)(email))) return { email, state: 'unverified' }
    if (!latestMembers) return { email, state: 'unknown' }
    const member = latestMembers.find(
      ({ id, user }) => response.users.includes(id) && isSameAddress(user.email)(email),
    )
    if (!member) return { email, state: 'already' }
    return { email, state: member.pending ? 'mailed' : 'joined' }
  })
}

export const resultLabels: Readonly<Record<InviteResult['state'], string>> = {
  link: 'Invited',
  mailed: 'Invited by email',
  joined: 'Added. They already have an account',
  already: 'Already a member',
  'not-sso': 'Not invited. The domain isn’t verified for single sign-on',
  unverified:
    'Not invited. An account with this address exists but isn’t verified. Ask the person to verify it under Account, or send them an invite link',
  bad: 'Not invited',
  unknown: 'Invited, unless they’re already a member',
}
