import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const passkeyColumns = [
  'id',
  'credential_id as credentialId',
  'user_id as userId',
  'name',
  'public_key as publicKey',
  'counter',
  'transports',
  'synced',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

const passkeys = (db: Db | Tx) => db.selectFrom('passkey').select(passkeyColumns)

export type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number]

/** All passkeys of a user, oldest first. */
export const passkeysOf = (db: Db | Tx, userId: string) =>
  passkeys(db).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** The passkey of a credential id, locked until the transaction ends. */
export const lockPasskey = (tx: Tx, credentialId: string) =>
  passkeys(tx).where('credential_id', '=', credentialId).forUpdate().executeTakeFirst()

export async function passkeyPage(db: Db, userId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(
      passkeys(db).where('user_id', '=', userId),
      { columns: ['created_at', 'id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    countPasskeys(db, userId),
  ])
  return { ...page, count }
}

async function countPasskeys(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('passkey')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.count ?? 0
}

export const renamePasskey = (tx: Tx, userId: string, id: string, name: string) =>
  tx
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(passkeyColumns)
    .executeTakeFirst()

export const deletePasskey = (tx: Tx, userId: string, id: string) =>
  tx
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** Locks the authenticator app, so that of two requests with the same code one is refused. */
export const lockApp = (tx: Tx, userId: string) =>
  tx
    .selectFrom('authenticator_app')
    .select(['secret', 'last_counter as lastCounter', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Stores a new secret, which replaces one that no code confirmed. */
export const insertApp = (tx: Tx, userId: string, secret: Buffer, now: Date) =>
  tx
    .insertInto('authenticator_app')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, created_at: now, last_counter: null }),
    )
    .execute()

/** Records an accepted code, and with the first one that the app is set up. */
export const acceptAppCode = (tx: Tx, userId: string, counter: number, now: Date) =>
  tx
    .updateTable('authenticator_app')
    .set({ last_counter: counter, confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('user_id', '=', userId)
    .execute()

/** Deletes the authenticator app; false if there was none that is set up. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('authenticator_app')
    .where('user_id', '=', userId)
    .returning('confirmed_at as confirmedAt')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmedAt !== null
}

/** The second factor of a user, and one of their sessions; the session's columns are null without one. */
export const secondFactorFacts = (db: Db | Tx, userId: string, sessionId: string) =>
  db
    .selectFrom('user_account as u')
    .leftJoin('session as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', sessionId))
    .select([
      's.second_factor as secondFactor',
      's.created_at as signedInAt',
      's.confirmed_at as confirmedAt',
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
      sql<number>`(select count(*) from passkey p where p.user_id = u.id)`.as('passkeys'),
      sql<Date | null>`(select confirmed_at from authenticator_app a where a.user_id = u.id)`.as('appSince'),
      sql<number>`(select count(*) from recovery_code r where r.user_id = u.id and r.used_at is null)`.as(
        'recoveryCodes',
      ),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow(() => notFound('user', userId))

/** Records a confirmation in a session; by a second factor, it also counts as one. */
export const confirmSession = (tx: Tx, sessionId: string, isSecondFactor: boolean, now: Date) =>
  tx
    .updateTable('session')
    .set({ confirmed_at: now, ...(isSecondFactor ? { second_factor: true } : {}) })
    .where('id', '=', sessionId)
    .execute()

/**
 * Updates whether the user has a second factor, after a change. Without one, recovery codes are deleted and no session
 * counts as confirmed by one. Returns whether there is one.
 */
export async function updateHasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { hasOne } = await tx
    .updateTable('user_account')
    .set({
      second_factor: sql<boolean>`exists (select 1 from passkey where user_id = ${userId})
        or exists (select 1 from authenticator_app where user_id = ${userId} and confirmed_at is not null)`,
    })
    .where('id', '=', userId)
    .returning('second_factor as hasOne')
    .executeTakeFirstOrThrow()
  if (hasOne) return true
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx.updateTable('session').set({ second_factor: false }).where('user_id', '=', userId).execute()
  return false
}

/** The user's organizations that require a second factor. */
export const organizationsRequiringFactor = (db: Db, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.title'])
    .where('m.user_id', '=', userId)
    .where('m.disabled', '=', false)
    .where('o.second_factor', '=', 'required')
    .orderBy('o.title')
    .orderBy('o.id')
    .limit(100)
    .execute()
