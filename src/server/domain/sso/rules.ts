/** What is known here about a person whom a provider has signed in. */
export type IdentityFacts = {
  /** The account that the identity is linked to. */
  readonly linkedUserId: string | null
  /** The account with the email address that the provider sent. */
  readonly emailUserId: string | null
  readonly hasEmail: boolean
  /** The organization of the provider has proven that it owns the domain of the email address. */
  readonly isDomainVerified: boolean
  /** Of the account in question, in the organization of the provider. */
  readonly membership: 'none' | 'active' | 'suspended'
}

export type SignInRefusalReason = 'suspended' | 'no_email' | 'domain_not_verified' | 'linked_elsewhere'

export type SignInPlan =
  | { readonly type: 'refused'; readonly reason: SignInRefusalReason }
  | {
      readonly type: 'accepted'
      /** `linked`: signed in before; `existing`: is linked now; `new`: is created now. */
      readonly account: 'linked' | 'existing' | 'new'
      /** null for a new account. */
      readonly userId: string | null
      readonly isNewMember: boolean
    }

const refused = (reason: SignInRefusalReason): SignInPlan => ({ type: 'refused', reason })

/**
 * What a sign-in does. A provider signs in to an account only if the identity is linked to it, or if the organization
 * has verified the domain of its email address: otherwise any organization could sign in to accounts of others.
 * @param signedInUserId the user who links an identity to their own account, null for a plain sign-in
 */
export function planSignIn(facts: IdentityFacts, signedInUserId: string | null): SignInPlan {
  const { linkedUserId, emailUserId, membership } = facts
  if (signedInUserId !== null && linkedUserId !== null && linkedUserId !== signedInUserId)
    return refused('linked_elsewhere')
  const isTrusted = linkedUserId !== null || signedInUserId !== null
  if (!isTrusted && !facts.hasEmail) return refused('no_email')
  if (!isTrusted && !facts.isDomainVerified) return refused('domain_not_verified')
  if (membership === 'suspended') return refused('suspended')
  const userId = linkedUserId ?? signedInUserId ?? emailUserId
  const account = linkedUserId !== null ? 'linked' : userId !== null ? 'existing' : 'new'
  return { type: 'accepted', account, userId, isNewMember: membership === 'none' }
}

/** The account that the membership of `IdentityFacts` is about. */
export const accountInQuestion = (
  { linkedUserId, emailUserId }: Pick<IdentityFacts, 'linkedUserId' | 'emailUserId'>,
  signedInUserId: string | null,
): string | null => linkedUserId ?? signedInUserId ?? emailUserId

/** The exact cause, for the log and for admins who test a provider. */
export const refusalMessages: Readonly<Record<SignInRefusalReason, string>> = {
  suspended: 'The member is suspended in this organization',
  no_email: 'The provider didn’t send a valid email address, and this person has never signed in',
  domain_not_verified:
    'The organization hasn’t verified the domain of the email address, and this person has never signed in',
  linked_elsewhere: 'This person at the provider is linked to another account',
}

/**
 * A path of this service to return to after signing in; the home page unless it is one.
 * @param path from a query string, so anything
 */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2048 || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path)) return '/'
  return path.startsWith('/sso/') ? '/' : path
}
