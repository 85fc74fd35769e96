import type { SignInMethod } from '#contract/sign-ins.ts'

/** How the caller of a request signed in. API tokens have none: the policy does not apply to them. */
export type SignIn = {
  readonly method: SignInMethod
  /** The organizations of the single sign-on providers that the session was opened with. */
  readonly providerOrganizations: readonly string[]
  /**
   * The session was opened with a credential of the account itself, or by the organization that owns the domain of its
   * address. Any other organization decides only about access to itself.
   */
  readonly wholeAccount: boolean
  /** A passkey, a code or a recovery code was used in this session. */
  readonly secondFactor: boolean
}

/** What an organization requires of one of its members. */
export type SignInPolicy = {
  readonly organizationId: string
  /** The member must use single sign-on. */
  readonly memberSso: boolean
  /** Everyone must use single sign-on, except admins who are not marked. */
  readonly organizationSso: boolean
  readonly isAdmin: boolean
  readonly secondFactor: 'optional' | 'required'
}

export type SignInRefusal = 'sso_required' | 'account_sign_in_required' | 'second_factor_required'

/**
 * Admins who are not marked can always sign in with a password, so that an organization gets back in when its provider
 * fails. The last of them cannot be marked.
 */
const requiresSso = ({ memberSso, organizationSso, isAdmin }: SignInPolicy): boolean =>
  memberSso || (organizationSso && !isAdmin)

/**
 * What is missing for this session to work in the organization, null if nothing is. People who signed in through a
 * provider of this organization need no second factor: the provider is responsible for it. A sign-in through a provider
 * of another organization counts only for accounts that this other organization owns; otherwise its admins could open
 * every organization of people who linked their accounts.
 */
export function signInRefusal(signIn: SignIn | undefined, policy: SignInPolicy): SignInRefusal | null {
  if (signIn === undefined) return null
  if (signIn.providerOrganizations.includes(policy.organizationId)) return null
  if (requiresSso(policy)) return 'sso_required'
  if (!signIn.wholeAccount) return 'account_sign_in_required'
  return policy.secondFactor === 'required' && !signIn.secondFactor ? 'second_factor_required' : null
}
