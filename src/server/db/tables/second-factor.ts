import type { SecondFactorMethod } from '#contract/second-factor.ts'
import type { SignInEvent, SignInMethod } from '#contract/sign-ins.ts'
import type { Defaulted, Nullable } from './people.ts'

export type PasskeyTable = {
  /** Base64url, as the browser names it. */
  credential_id: string
  id: string
  user_id: string
  name: string
  /** COSE key. */
  public_key: Buffer
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number
  transports: string[]
  synced: boolean
  created_at: Date
  last_used_at: Nullable<Date>
}

export type AuthenticatorAppTable = {
  user_id: string
  /** Sealed. */
  secret: Buffer
  /** Time step of the last code that was accepted; codes of this and earlier steps are refused. */
  last_counter: Nullable<number>
  created_at: Date
  /** Null until the first code. */
  confirmed_at: Nullable<Date>
}

export type RecoveryCodeTable = { user_id: string; hash: Buffer; used_at: Nullable<Date> }

export type SignInChallengeTable = {
  hash: Buffer
  purpose: 'sign-in' | 'passkey-sign-in' | 'passkey-creation' | 'confirmation'
  user_id: Nullable<string>
  /** The first factor of a sign-in. */
  method: Nullable<SignInMethod>
  /** Base64url of the random bytes that the authenticator signs. */
  passkey_challenge: string
  attempts: Defaulted<number>
  created_at: Date
  expires_at: Date
}

export type SignInEventTable = {
  id: string
  user_id: string
  created_at: Date
  outcome: SignInEvent['outcome']
  method: SignInMethod
  second_factor: Nullable<SecondFactorMethod>
  provider_id: Nullable<string>
  provider_label: Nullable<string>
  user_agent: Nullable<string>
  ip: Nullable<string>
}

export type SecondFactorTables = {
  passkey: PasskeyTable
  authenticator_app: AuthenticatorAppTable
  recovery_code: RecoveryCodeTable
  sign_in_challenge: SignInChallengeTable
  sign_in_event: SignInEventTable
}
