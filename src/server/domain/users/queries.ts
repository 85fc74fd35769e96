import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { UserRow } from './present.ts'

/** A user in the eyes of another: the e-mail address only within a common organization. */
export async function userVisibleTo(db: Db | Tx, viewerId: string, id: string): Promise<UserRow> {
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

export type NewUser = {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly passwordHash: string | null
  readonly now: Date
}

const rowOf = ({ id, email, displayName, passwordHash, now }: NewUser) => ({
  id,
  email: email.toLowerCase(),
  display_name: displayName,
  password_hash: passwordHash,
  created_at: now,
  updated_at: now,
})

export const insertUser = (tx: Db | Tx, user: NewUser) =>
  tx.insertInto('user_account').values(rowOf(user)).execute()

/** Makes accounts for those whose address has none; the ids of those made. */
export async function insertUsersIfNew(tx: Tx, users: readonly NewUser[]): Promise<string[]> {
  if (users.length === 0) return []
  // By address, so that two who make the same ones at once do not wait for each other.
  const rows = users.map(rowOf).sort((a, b) => (a.email < b.email ? -1 : 1))
  const inserted = await tx
    .insertInto('user_account')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** Notes that a mail reached the address of an account; false when that was known. */
export async function verifyAddress(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Puts a new password in the place of the one that was seen; false when somebody was faster. */
export async function replacePassword(
  tx: Tx,
  id: string,
  password: { previousHash: string | null; hash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set({ password_hash: password.hash, updated_at: password.now })
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', password.previousHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const accounts = (db: Db | Tx) =>
  db
    .selectFrom('user_account')
    .select([
      'id as userId',
      'email',
      'display_name as displayName',
      'photo_url as photoUrl',
      'password_hash as passwordHash',
      'email_verified_at as emailVerifiedAt',
    ])

export type Account = Awaited<ReturnType<typeof accountOf>>

/** An account with what only its owner may know of it. */
export const accountOf = (db: Db | Tx, id: string) =>
  accounts(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('user', id))

/** Holds an account until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) =>
  accounts(tx)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('user', id))

/** The account of an e-mail address, whatever its case. */
export const accountByEmail = (db: Db | Tx, email: string) =>
  db
    .selectFrom('user_account')
    .select(['id', 'email', 'display_name as displayName', 'password_hash as passwordHash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

/** The accounts of some addresses, all in lower case; whether each is somebody's already, and by right. */
const accountsWithEmails = (db: Db | Tx, emails: readonly string[]) =>
  db
    .selectFrom('user_account')
    .select(['id as userId', 'email', 'display_name as displayName'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(sql<boolean>`email_verified_at is not null`.as('isVerified'))
    .where(sql<boolean>`email = any(${emails})`)

export type EmailAccount = Awaited<ReturnType<typeof accountsByEmail>>[number]

export const accountsByEmail = (db: Db | Tx, emails: readonly string[]) =>
  accountsWithEmails(db, emails).execute()

/** The same, held until the transaction ends; by address, so that two who do so do not wait for each other. */
export const lockAccountsByEmail = (tx: Tx, emails: readonly string[]): Promise<EmailAccount[]> =>
  accountsWithEmails(tx, emails).orderBy('email').forNoKeyUpdate().execute()

/** Several accounts by id, in no order. */
export const accountsByIds = (db: Db | Tx, ids: readonly string[]): Promise<UserRow[]> =>
  db
    .selectFrom('user_account')
    .select(['id as userId', 'display_name as displayName', 'email', 'photo_url as photoUrl'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/** Who was invited where and by whom, as a letter says it; undefined when they are no member, or suspended. */
export const invitedMember = (db: Db, at: { organizationId: string; userId: string; by: string }) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .leftJoin('user_account as inviter', (join) => join.on('inviter.id', '=', at.by))
    .select(['u.email', 'o.title as organization', 'inviter.display_name as inviter'])
    .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
    .where('m.organization_id', '=', at.organizationId)
    .where('m.user_id', '=', at.userId)
    .where('m.disabled', '=', false)
    .executeTakeFirst()

/** Whether there is any account yet. */
export const hasAccounts = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined
