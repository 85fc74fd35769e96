import type { Passkey, PasskeyRequest, SecondFactor } from '#contract/second-factor.ts'
import type { Context } from '../../context.ts'
import type { IssuedChallenge } from './challenge-queries.ts'
import { confirmationOf } from './confirmation.ts'
import { organizationsRequiringFactor, type PasskeyRow } from './queries.ts'
import { confirmationMethods, confirmedUntil } from './rules.ts'

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  object: 'passkey',
  id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: row.createdAt.toISOString(),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
})

export const presentRequest = (
  { token, expiresAt }: IssuedChallenge,
  options: PasskeyRequest['options'],
): PasskeyRequest => ({ object: 'passkey-request', token, options, expiresAt: expiresAt.toISOString() })

/** The caller's second factor as the API returns it. */
export async function presentSecondFactor(ctx: Context): Promise<SecondFactor> {
  const [{ facts, state }, requiredBy] = await Promise.all([
    confirmationOf(ctx),
    organizationsRequiringFactor(ctx.db, ctx.caller.userId),
  ])
  const { passkeys, appSince, recoveryCodes } = facts
  const until = state && confirmedUntil(state, ctx.now())
  return {
    object: 'second-factor',
    enabled: passkeys > 0 || appSince !== null,
    passkeys,
    ...(appSince === null ? {} : { authenticatorApp: { createdAt: appSince.toISOString() } }),
    recoveryCodes,
    session: {
      secondFactor: state?.secondFactor ?? false,
      ...(until === null ? {} : { confirmedUntil: until.toISOString() }),
    },
    confirmBy: state === null ? [] : confirmationMethods(state),
    requiredBy,
  }
}
