import type { Caller } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'
import { type SignIn, type SignInPolicy, type SignInRefusal, signInRefusal } from './sign-in-policy.ts'
import { type ActiveProvider, activeProvidersOf, startPath } from './sso-providers.ts'

/** Why a session does not work in an organization, and with which providers it would. */
export type UnmetRule = {
  readonly reason: SignInRefusal
  /** Empty unless the reason is `sso_required`. */
  readonly providers: readonly ActiveProvider[]
}

/**
 * The rules of some organizations that a session does not meet, by organization. Takes one query, and none if the
 * session meets all rules or single sign-on is not what is missing.
 */
export async function unmetRules(
  db: Db | Tx,
  signIn: SignIn | undefined,
  policies: readonly SignInPolicy[],
): Promise<ReadonlyMap<string, UnmetRule>> {
  const needsSso = policies.filter((policy) => signInRefusal(signIn, policy) === 'sso_required')
  const ids = needsSso.map(({ organizationId }) => organizationId)
  const providers = Map.groupBy(
    ids.length === 0 ? [] : await activeProvidersOf(db, ids),
    ({ organizationId }) => organizationId,
  )
  const unmet = new Map<string, UnmetRule>()
  for (const policy of policies) {
    const own = providers.get(policy.organizationId) ?? []
    // Without a provider no one could sign in: members who are marked can use their password again.
    const isPossible = own.length > 0 || !needsSso.includes(policy)
    const rule = isPossible ? policy : { ...policy, memberSso: false, organizationSso: false }
    const reason = signInRefusal(signIn, rule)
    if (reason !== null) unmet.set(policy.organizationId, { reason, providers: own })
  }
  return unmet
}

/**
 * Checks that the caller signed in as the organization requires. Queries only when it refuses.
 * @throws {DomainError} 403 `sso_required`, `account_sign_in_required` or `second_factor_required`; `details.logins`
 *   are the providers
 */
export async function expectSignIn(db: Db | Tx, caller: Caller, policy: SignInPolicy): Promise<void> {
  if (signInRefusal(caller.signIn, policy) === null) return
  const unmet = (await unmetRules(db, caller.signIn, [policy])).get(policy.organizationId)
  if (unmet !== undefined) throw refusalError(policy.organizationId, unmet)
}

/** The error for a rule that is not met. */
export function refusalError(organizationId: string, { reason, providers }: UnmetRule): DomainError {
  if (reason === 'account_sign_in_required') return accountSignInRequired(organizationId)
  const details = { organization: organizationId }
  if (reason === 'second_factor_required')
    return new DomainError(
      reason,
      'This organization requires a second factor. Set one up, or confirm it for this session',
      details,
    )
  const logins = providers.map(({ id, type, label }) => ({ id, label, startURL: startPath({ id, type }) }))
  return new DomainError(reason, 'This organization requires single sign-on. Sign in through its provider', {
    ...details,
    logins,
  })
}

/**
 * Checks that the caller's session counts for the whole account; API tokens always do.
 * @throws {DomainError} 403 `account_sign_in_required`
 */
export function expectWholeAccount({ signIn }: Pick<Caller, 'signIn'>, organizationId?: string): void {
  if (signIn?.wholeAccount === false) throw accountSignInRequired(organizationId)
}

/** The session was opened by a provider of an organization that owns neither this account nor what it asks for. */
export const accountSignInRequired = (organizationId?: string) =>
  new DomainError(
    'account_sign_in_required',
    'You signed in through another organization. Sign in with your own password or passkey to do this',
    organizationId === undefined ? {} : { organization: organizationId },
  )
