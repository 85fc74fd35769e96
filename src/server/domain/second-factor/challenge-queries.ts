import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SignInMethod } from '#contract/sign-ins.ts'
import { hashOf } from '../../auth/secrets.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { SignInChallengeTable } from '../../db/tables/second-factor.ts'
import { newSecret } from '../../ids.ts'
import { CHALLENGE_LIFETIME_MS, MAX_ATTEMPTS } from './rules.ts'

export type ChallengePurpose = SignInChallengeTable['purpose']

type NewChallenge = {
  readonly purpose: ChallengePurpose
  readonly userId: string | null
  readonly method?: SignInMethod
  readonly now: Date
}

/** A challenge as the browser gets it; the token is not stored. */
export type IssuedChallenge = {
  readonly token: string
  /** Base64url. */
  readonly passkeyChallenge: string
  readonly expiresAt: Date
}

/** Creates a challenge and removes expired ones. */
export async function createChallenge(
  db: Db | Tx,
  { purpose, userId, method, now }: NewChallenge,
): Promise<IssuedChallenge> {
  const token = newSecret(48)
  const passkeyChallenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await deleteExpiredChallenges(db, now)
  await db
    .insertInto('sign_in_challenge')
    .values({
      hash: hashOf(token),
      purpose,
      user_id: userId,
      method: method ?? null,
      passkey_challenge: passkeyChallenge,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, passkeyChallenge, expiresAt }
}

const valid = (tx: Tx, token: string, purpose: ChallengePurpose, now: Date) =>
  tx
    .selectFrom('sign_in_challenge')
    .select(['user_id as userId', 'method', 'passkey_challenge as passkeyChallenge', 'attempts'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('attempts', '<', MAX_ATTEMPTS)

/** A valid challenge, locked until the transaction ends; undefined if it is unknown, expired or used up. */
export const lockChallenge = (tx: Tx, token: string, purpose: ChallengePurpose, now: Date) =>
  valid(tx, token, purpose, now).forUpdate().executeTakeFirst()

/** Counts an attempt that failed. */
export const countAttempt = (tx: Tx, token: string) =>
  tx
    .updateTable('sign_in_challenge')
    .set({ attempts: sql`attempts + 1` })
    .where('hash', '=', hashOf(token))
    .execute()

export const deleteChallenge = (tx: Tx, token: string) =>
  tx.deleteFrom('sign_in_challenge').where('hash', '=', hashOf(token)).execute()

/** Ends the sign-ins of a user that have not been completed, for example after a password change. */
export const deleteChallengesOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()

export const deleteExpiredChallenges = (db: Db | Tx, now: Date) =>
  db.deleteFrom('sign_in_challenge').where('expires_at', '<=', now).execute()
