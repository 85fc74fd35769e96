import type { Caller } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'
import { type SignInPolicy, type SignInRefusal, signInRefusal } from './sign-in-policy.ts'

/**
 * Checks that the caller signed in as the organization requires. Queries only when it refuses.
 * @throws {DomainError} 403 `sso_required` or `second_factor_required`
 */
export async function expectSignIn(db: Db | Tx, caller: Caller, policy: SignInPolicy): Promise<void> {
  const refusal = signInRefusal(caller.signIn, policy)
  if (refusal !== null) throw await errorFor(db, refusal, policy)
}

async function errorFor(
  _db: Db | Tx,
  refusal: SignInRefusal,
  { organizationId }: SignInPolicy,
): Promise<DomainError> {
  const message =
    refusal === 'second_factor_required'
      ? 'This organization requires a second factor. Set one up, or confirm it for this session'
      : 'This organization requires single sign-on. Sign in through its provider'
  return new DomainError(refusal, message, { organization: organizationId })
}
