import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { UserRow } from './present.ts'

/** A user in the eyes of another: the e-mail address only within a common organization. */
export async function userSeen(db: Db | Tx, viewerId: string, id: string): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    select account.id as "userId", account.display_name as "displayName", account.photo_url as "photoUrl",
      case when account.id = ${viewerId} or exists (
        select 1 from member theirs join member mine using (organization_id)
        where theirs.user_id = account.id and mine.user_id = ${viewerId} and not mine.disabled
      ) then account.email end as email
    from user_account account where account.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound('user', id)
  return row
}

export const changeUser = (
  tx: Tx,
  id: string,
  change: { display_name?: string; photo_url?: string | null; password_hash?: string },
  now: Date,
) =>
  tx
    .updateTable('user_account')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()

export const insertUser = (
  tx: Db | Tx,
  user: { id: string; email: string; displayName: string; passwordHash: string | null; now: Date },
) =>
  tx
    .insertInto('user_account')
    .values({
      id: user.id,
      email: user.email.toLowerCase(),
      display_name: user.displayName,
      password_hash: user.passwordHash,
      created_at: user.now,
      updated_at: user.now,
    })
    .execute()

/** The account of an e-mail address, whatever its case. */
export const accountByEmail = (db: Db | Tx, email: string) =>
  db
    .selectFrom('user_account')
    .select(['id', 'email', 'display_name as displayName', 'password_hash as passwordHash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

/** Whether there is any account yet. */
export const hasAccounts = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined
