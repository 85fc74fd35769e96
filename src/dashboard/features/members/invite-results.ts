import type { Member } from '#contract/members.ts'
import type { organizationInvites } from '#contract/organization-invites.ts'
import type { Output } from '#contract/route.ts'
import { emailError } from '#dashboard/lib/email-addresses.ts'

type Answer = Output<typeof organizationInvites.send>

/** What became of one address. */
export type InviteResult = {
  readonly email: string
  readonly state: 'link' | 'mailed' | 'joined' | 'already' | 'not-sso' | 'unverified' | 'bad' | 'unknown'
  /** Only while the service sends no mail. */
  readonly url?: string
  readonly fault?: string
}

/**
 * What became of each address that was typed.
 * @param newest the members who came last, undefined when they could not be read
 */
export function resultsOf(
  typed: readonly string[],
  answer: Answer,
  newest: readonly Member[] | undefined,
): InviteResult[] {
  const same = (a: string | undefined) => (b: string) => a?.toLowerCase() === b.toLowerCase()
  return typed.map((email): InviteResult => {
    const fault = emailError(email)
    if (fault !== undefined) return { email, state: 'bad', fault }
    const url = answer.links?.find((link) => same(link.email)(email))?.url
    if (url !== undefined) return { email, state: 'link', url }
    if (answer.failedSSOEmails?.some((one) => same(one)(email))) return { email, state: 'not-sso' }
    if (answer.unverified?.some((one) => same(one)(email))) return { email, state: 'unverified' }
    if (!newest) return { email, state: 'unknown' }
    const member = newest.find(({ id, user }) => answer.users.includes(id) && same(user.email)(email))
    if (!member) return { email, state: 'already' }
    return { email, state: member.pending ? 'mailed' : 'joined' }
  })
}

export const resultWords: Readonly<Record<InviteResult['state'], string>> = {
  link: 'Invited',
  mailed: 'Invited, the mail is on its way',
  joined: 'Is a member now; they have an account already',
  already: 'Is a member already, nothing was changed',
  'not-sso': 'Not invited: not known to the provider of single sign-on',
  unverified:
    'Not invited: somebody has an account with this address and has not confirmed it. Ask them to confirm it in their account, or send them an invite link',
  bad: 'Not invited',
  unknown: 'Invited, unless they are a member already',
}
