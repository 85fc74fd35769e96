import type { PasskeyAssertion, SecondFactorMethod } from '#contract/second-factor.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type DomainError, invalid } from '../../errors.ts'
import { unseal } from '../../sealing.ts'
import { counterOfCode } from './authenticator-app.ts'
import { acceptAppCode, lockApp, lockPasskey, type PasskeyRow } from './queries.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { verifyUse } from './webauthn.ts'

/** A proof as the contract has it: exactly one of these. */
export type FactorProof = {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: PasskeyAssertion | undefined
}

/** The factor that was used; with `refusal`, the exact reason for the log, if it was refused. */
export type FactorResult = { readonly method: SecondFactorMethod; readonly refusal?: string }

type Parts = Pick<Service, 'config' | 'urls' | 'now'>

/** Checks a second factor of a user and uses it up, so that the same proof is refused the next time. */
export async function verifyFactor(
  tx: Tx,
  service: Parts,
  userId: string,
  { code, recoveryCode, passkey }: FactorProof,
  passkeyChallenge: string | null,
): Promise<FactorResult> {
  if (code !== undefined) return verifyCode(tx, service, userId, code)
  if (recoveryCode !== undefined) {
    const isValid = await useRecoveryCode(tx, userId, recoveryCode, service.now())
    return { method: 'recovery-code', ...(isValid ? {} : { refusal: 'unknown or used recovery code' }) }
  }
  if (passkey === undefined || passkeyChallenge === null)
    return { method: 'passkey', refusal: 'there is no challenge for a passkey' }
  const row = await lockPasskey(tx, passkey.id)
  if (row?.userId !== userId) return { method: 'passkey', refusal: 'the passkey is not one of this user' }
  return verifyPasskey(tx, service, row, passkey, passkeyChallenge)
}

async function verifyCode(
  tx: Tx,
  { config, now }: Parts,
  userId: string,
  code: string,
): Promise<FactorResult> {
  const app = await lockApp(tx, userId)
  if (app === undefined || app.confirmedAt === null) return { method: 'code', refusal: 'there is no app' }
  const { lastCounter } = app
  const secret = await unseal(config, app.secret)
  const counter = await counterOfCode(secret, code, { now: now(), lastCounter })
  if (counter === null) return { method: 'code', refusal: 'wrong or repeated code' }
  await acceptAppCode(tx, userId, counter, now())
  return { method: 'code' }
}

/** Checks the use of a locked passkey and records its counter. */
export async function verifyPasskey(
  tx: Tx,
  { urls, now }: Parts,
  row: PasskeyRow,
  passkey: PasskeyAssertion,
  challenge: string,
): Promise<FactorResult> {
  const result = await verifyUse(urls, passkey, challenge, row)
  if ('refusal' in result) return { method: 'passkey', refusal: result.refusal }
  const { counter, synced } = result.value
  await tx
    .updateTable('passkey')
    .set({ counter, synced, last_used_at: now() })
    .where('credential_id', '=', row.credentialId)
    .execute()
  return { method: 'passkey' }
}

const REFUSALS: Readonly<Record<SecondFactorMethod, readonly [field: string, message: string]>> = {
  code: ['code', 'This code is wrong or was already used. Enter the next one'],
  'recovery-code': ['recoveryCode', 'This recovery code is wrong or was already used'],
  passkey: ['passkey', 'This passkey was refused. Try again or use another method'],
}

/** The 400 error for a refused factor, without the exact reason. */
export function factorError(method: SecondFactorMethod): DomainError {
  const [field, message] = REFUSALS[method]
  return invalid([{ path: ['body', field], message }])
}
