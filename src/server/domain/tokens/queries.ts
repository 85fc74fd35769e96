import type { Paging } from '#contract/shared/paging.ts'
import { hashOf } from '../../auth/secrets.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

const columns = [
  'id',
  'label',
  'read_only as readOnly',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const

export async function tokenPage(db: Db, userId: string, paging: Paging) {
  const mine = db.selectFrom('api_token').select(columns).where('user_id', '=', userId)
  const [page, countResult] = await Promise.all([
    pageOf(mine, { columns: ['created_at', 'id'], keyOf: (row) => [row.createdAt, row.id] }, paging),
    db
      .selectFrom('api_token')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

export type TokenRow = Awaited<ReturnType<typeof tokenPage>>['rows'][number]

export type NewToken = {
  readonly id: string
  readonly userId: string
  readonly label: string
  readonly secret: string
  readonly expiresAt?: Date | null
  readonly readOnly?: boolean
  readonly now: Date
}

/** Stores a token; of the secret only its hash. */
export const insertToken = (db: Db | Tx, token: NewToken): Promise<TokenRow> =>
  db
    .insertInto('api_token')
    .values({
      hash: hashOf(token.secret),
      id: token.id,
      user_id: token.userId,
      label: token.label,
      read_only: token.readOnly ?? false,
      expires_at: token.expiresAt ?? null,
      created_at: token.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** The number of a person's tokens that have not expired. */
export async function countOfTokens(tx: Tx, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('api_token')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When a token expires; null for never. */
export async function endOfToken(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('api_token')
    .select('expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Deletes a token of a user and returns it; undefined when there was none. */
export const deleteToken = (tx: Tx, userId: string, id: string): Promise<TokenRow | undefined> =>
  tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Deletes a user's tokens and returns their number. */
export async function revokeTokens(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
