import type { Db, Tx } from '../db/client.ts'
import { newSecret } from '../ids.ts'
import { hashOf } from './secrets.ts'

const day = 86_400_000

export type OneTimePurpose = 'set-up' | 'password'

/** Makes the secret of a link that works once, for 7 days: to set up the first admin, or to choose a password. */
export async function newOneTimeLink(
  db: Db | Tx,
  link: { purpose: OneTimePurpose; userId: string | null; now: Date },
): Promise<string> {
  const secret = newSecret(32)
  await db
    .insertInto('one_time_link')
    .values({
      hash: hashOf(secret),
      purpose: link.purpose,
      user_id: link.userId,
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + 7 * day),
    })
    .execute()
  return secret
}

/** The link of this secret while it can be used, with the account it is for. */
export const oneTimeLink = (db: Db | Tx, secret: string, now: Date) =>
  db
    .selectFrom('one_time_link as link')
    .leftJoin('user_account as account', 'account.id', 'link.user_id')
    .select([
      'link.purpose',
      'link.user_id as userId',
      'account.email',
      'account.display_name as displayName',
    ])
    .where('link.hash', '=', hashOf(secret))
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .executeTakeFirst()

/** Uses a link up; false when somebody was faster. */
export async function useUp(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('hash', '=', hashOf(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Makes every set-up link void, so that only the newest printed one works. */
export const voidSetUpLinks = (db: Db | Tx) =>
  db.deleteFrom('one_time_link').where('purpose', '=', 'set-up').where('used_at', 'is', null).execute()
