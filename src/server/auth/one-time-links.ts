import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { newSecret } from '../ids.ts'
import { hashOf } from './secrets.ts'

const DAY_MS = 86_400_000

export type OneTimePurpose = 'set-up' | 'password' | 'email'

export type NewLink = {
  readonly purpose: OneTimePurpose
  readonly userId: string | null
  /**
   * It is sent only to the account's own address, or created by the operator, so following it verifies the address.
   */
  readonly mailed?: boolean
  /** How long it is valid, 7 days by default. */
  readonly days?: number
  readonly now: Date
}

/** Creates the secret of a one-time link: to set up the first admin, choose a password, or verify an address. */
export async function newOneTimeLink(db: Db | Tx, link: NewLink): Promise<string> {
  const [secret] = await newOneTimeLinks(db, [link])
  if (secret === undefined) throw new Error('A link was asked for and none was made')
  return secret
}

/** Creates several links; returns their secrets in the same order. */
export async function newOneTimeLinks(db: Db | Tx, links: readonly NewLink[]): Promise<string[]> {
  if (links.length === 0) return []
  const newLinks = links.map((link) => ({ ...link, secret: newSecret(32) }))
  await db
    .insertInto('one_time_link')
    .values(
      newLinks.map(({ secret, purpose, userId, mailed = false, days = 7, now }) => ({
        hash: hashOf(secret),
        purpose,
        user_id: userId,
        mailed,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      })),
    )
    .execute()
  return newLinks.map(({ secret }) => secret)
}

/** The link of this secret with its account, as long as it is valid. */
export const oneTimeLink = (db: Db | Tx, secret: string, now: Date) =>
  db
    .selectFrom('one_time_link as link')
    .leftJoin('user_account as account', 'account.id', 'link.user_id')
    .select([
      'link.purpose',
      'link.user_id as userId',
      'link.mailed',
      'account.email',
      'account.display_name as displayName',
    ])
    .where('link.hash', '=', hashOf(secret))
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .executeTakeFirst()

/** Whether a link has already verified the address of its account. */
export async function hasVerifiedAddress(db: Db | Tx, secret: string): Promise<boolean> {
  const link = await db
    .selectFrom('one_time_link as link')
    .innerJoin('user_account as account', 'account.id', 'link.user_id')
    .select('link.hash')
    .where('link.hash', '=', hashOf(secret))
    .where('link.purpose', '=', 'email')
    .where('link.used_at', 'is not', null)
    .where('account.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return link !== undefined
}

/** Consumes a link; false if it was already used. */
export async function consumeOneTimeLink(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('hash', '=', hashOf(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/**
 * Creates the link for a new password that someone asked for, and revokes the older ones that were sent to them. A link
 * that an admin handed over with an invitation remains valid, because anyone can ask for a new password.
 */
export async function newPasswordLink(
  db: Db | Tx,
  { userId, days = 7, now }: { readonly userId: string; readonly days?: number; readonly now: Date },
): Promise<string> {
  await db
    .deleteFrom('one_time_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password')
    .where('mailed', '=', true)
    .where('used_at', 'is', null)
    .execute()
  return newOneTimeLink(db, { purpose: 'password', userId, mailed: true, days, now })
}

/** Revokes all password links of an account, after a password was set. */
export const voidPasswordLinks = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('one_time_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password')
    .where('used_at', 'is', null)
    .execute()

/** Revokes the password links of some accounts that were not sent to their own address. */
export const voidUnmailedLinks = (tx: Tx, userIds: readonly string[]) =>
  tx
    .deleteFrom('one_time_link')
    .where(sql<boolean>`user_id = any(${userIds})`)
    .where('purpose', '=', 'password')
    .where('mailed', '=', false)
    .where('used_at', 'is', null)
    .execute()

/** Revokes all setup links, so that only the latest printed one works. */
export const voidSetUpLinks = (db: Db | Tx) =>
  db.deleteFrom('one_time_link').where('purpose', '=', 'set-up').where('used_at', 'is', null).execute()
