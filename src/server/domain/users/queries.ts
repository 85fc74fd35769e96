import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { UserRow } from './present.ts'

/**
 * A user as another user sees them.
 * @throws {DomainError} 404 for someone in no common organization, as for an account that does not exist
 */
export async function userVisibleTo(db: Db | Tx, viewerId: string, id: string): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    select account.id as "userId", account.display_name as "displayName", account.photo_url as "photoUrl",
      account.email
    from user_account account where account.id = ${id} and (account.id = ${viewerId} or exists (
      select 1 from member theirs join member mine using (organization_id)
      where theirs.user_id = account.id and mine.user_id = ${viewerId} and not mine.disabled
    ))`.execute(db)
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

/** Creates accounts for addresses without one, and returns the ids of those created. */
export async function insertUsersIfNew(tx: Tx, users: readonly NewUser[]): Promise<string[]> {
  if (users.length === 0) return []
  // Sorted by address, so that two concurrent calls with the same addresses cannot deadlock.
  const rows = users.map(rowOf).sort((a, b) => (a.email < b.email ? -1 : 1))
  const insertedRows = await tx
    .insertInto('user_account')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute()
  return insertedRows.map(({ id }) => id)
}

/** Marks the address of an account as verified; false when it was already. */
export async function verifyAddress(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Replaces a password unless it was changed in the meantime; false in that case. */
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
      'second_factor as secondFactor',
    ])

/** An account with its private fields. */
export const accountOf = (db: Db | Tx, id: string) =>
  accounts(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('user', id))

/** Locks an account until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) =>
  accounts(tx)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('user', id))

/** The account of an email address, case-insensitively. */
export const accountByEmail = (db: Db | Tx, email: string) =>
  db
    .selectFrom('user_account')
    .select(['id', 'email', 'display_name as displayName', 'password_hash as passwordHash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

/** The accounts of some addresses in lower case, with whether they have a password and a verified address. */
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

/** The same, locked until the transaction ends; sorted by address to avoid deadlocks. */
export const lockAccountsByEmail = (tx: Tx, emails: readonly string[]): Promise<EmailAccount[]> =>
  accountsWithEmails(tx, emails).orderBy('email').forNoKeyUpdate().execute()

/** Accounts by id, in no particular order. */
export const accountsByIds = (db: Db | Tx, ids: readonly string[]): Promise<UserRow[]> =>
  db
    .selectFrom('user_account')
    .select(['id as userId', 'display_name as displayName', 'email', 'photo_url as photoUrl'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/**
 * An invited member with their organization and inviter, for the email; undefined when they are not a member or
 * suspended.
 */
export const invitedMember = (db: Db, at: { organizationId: string; userId: string; by: string }) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .leftJoin('user_account as inviter', (join) => join.on('inviter.id', '=', at.by))
    .select(['u.email', 'o.title as organization', 'inviter.display_name as inviter'])
    .select('m.sso')
    .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
    .where('m.organization_id', '=', at.organizationId)
    .where('m.user_id', '=', at.userId)
    .where('m.disabled', '=', false)
    .executeTakeFirst()

/** Whether any account exists. */
export const hasAccounts = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined
