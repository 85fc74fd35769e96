import { expectWholeAccount } from '../../auth/expect-sign-in.ts'
import type { Caller, Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { secondFactorFacts } from './queries.ts'
import { type ConfirmationState, confirmationMethods, confirmedUntil } from './rules.ts'

/** The caller's second factor, and what confirms them in this session; `state` is null for API tokens. */
export async function confirmationOf({ db, caller }: Pick<Context, 'db' | 'caller'>) {
  const facts = await secondFactorFacts(db, caller.userId, sessionIdOf(caller))
  const { secondFactor, signedInAt, hasPassword, confirmedAt, passkeys, appSince, recoveryCodes } = facts
  const state: ConfirmationState | null =
    signedInAt === null
      ? null
      : {
          hasPassword,
          hasPasskey: passkeys > 0,
          hasApp: appSince !== null,
          recoveryCodes,
          secondFactor: secondFactor ?? false,
          signedInAt,
          confirmedAt,
        }
  return { facts, state }
}

/** The id of the caller's session; empty for a token. */
export const sessionIdOf = ({ credential }: Caller): string =>
  credential.kind === 'session' ? credential.id : ''

/**
 * Sensitive changes need a sign-in or a confirmation within the last 10 minutes. API tokens cannot make them.
 * @throws {DomainError} 412 `confirmation_required` with the ways to confirm; 403 `account_sign_in_required` in a session
 *   that does not count for the account
 */
export async function expectConfirmed(ctx: Pick<Context, 'db' | 'caller' | 'now'>): Promise<void> {
  expectWholeAccount(ctx.caller)
  const { state } = await confirmationOf(ctx)
  if (state !== null && confirmedUntil(state, ctx.now()) !== null) return
  throw new DomainError('confirmation_required', 'Confirm that it’s you, then try again', {
    methods: state === null ? [] : confirmationMethods(state),
  })
}
