import type { Caller } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'
import { type SignInPolicy, signInRefusal } from './sign-in-policy.ts'
import { activeProviders, startPath } from './sso-providers.ts'

/**
 * Checks that the caller signed in as the organization requires. Queries only when it refuses.
 * @throws {DomainError} 403 `sso_required` or `second_factor_required`; `details.logins` are the providers
 */
export async function expectSignIn(db: Db | Tx, caller: Caller, policy: SignInPolicy): Promise<void> {
  const refusal = signInRefusal(caller.signIn, policy)
  if (refusal === null) return
  if (refusal === 'second_factor_required') throw secondFactorRequired(policy)
  const providers = await activeProviders(db, policy.organizationId)
  if (providers.length > 0) {
    const logins = providers.map(({ id, type, label }) => ({ id, label, startURL: startPath({ id, type }) }))
    throw ssoRequired(policy, logins)
  }
  // Without a provider nobody could sign in: members who are marked can use their password again.
  await expectSignIn(db, caller, { ...policy, memberSso: false, organizationSso: false })
}

const ssoRequired = ({ organizationId }: SignInPolicy, logins: readonly object[]) =>
  new DomainError('sso_required', 'This organization requires single sign-on. Sign in through its provider', {
    organization: organizationId,
    logins,
  })

const secondFactorRequired = ({ organizationId }: SignInPolicy) =>
  new DomainError(
    'second_factor_required',
    'This organization requires a second factor. Set one up, or confirm it for this session',
    { organization: organizationId },
  )
