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
   * It goes to the account's own address and nowhere else, or is made by whoever runs the service, who vouches; so
   * following it proves the address.
   */
  readonly mailed?: boolean
  /** How long it can be used: 7 days unless said. */
  readonly days?: number
  readonly now: Date
}

/** Makes the secret of a link that works once: to set up the first admin, to choose a password, to verify an address. */
export async function newOneTimeLink(db: Db | Tx, link: NewLink): Promise<string> {
  const [secret] = await newOneTimeLinks(db, [link])
  if (secret === undefined) throw new Error('A link was asked for and none was made')
  return secret
}

/** Several links at once; their secrets in the same order. */
export async function newOneTimeLinks(db: Db | Tx, links: readonly NewLink[]): Promise<string[]> {
  if (links.length === 0) return []
  const made = links.map((link) => ({ ...link, secret: newSecret(32) }))
  await db
    .insertInto('one_time_link')
    .values(
      made.map(({ secret, purpose, userId, mailed = false, days = 7, now }) => ({
        hash: hashOf(secret),
        purpose,
        user_id: userId,
        mailed,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      })),
    )
    .execute()
  return made.map(({ secret }) => secret)
}

/** The link of this secret while it can be used, with the account it is for. */
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

/** Uses a link up; false when somebody was faster. */
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

/** Makes the links void with which a password could be chosen for an account, once it was chosen. */
export const voidPasswordLinks = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('one_time_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password')
    .where('used_at', 'is', null)
    .execute()

/** Makes the links void that were handed over to somebody, with which a password could be chosen for some accounts. */
export const voidUnmailedLinks = (tx: Tx, userIds: readonly string[]) =>
  tx
    .deleteFrom('one_time_link')
    .where(sql<boolean>`user_id = any(${userIds})`)
    .where('purpose', '=', 'password')
    .where('mailed', '=', false)
    .where('used_at', 'is', null)
    .execute()

/** Makes every set-up link void, so that only the newest printed one works. */
export const voidSetUpLinks = (db: Db | Tx) =>
  db.deleteFrom('one_time_link').where('purpose', '=', 'set-up').where('used_at', 'is', null).execute()
