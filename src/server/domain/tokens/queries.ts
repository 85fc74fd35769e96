import type { Paging } from '#contract/shared/paging.ts'
import { hashOf } from '../../auth/secrets.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

const columns = ['id', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

export async function tokenPage(db: Db, userId: string, paging: Paging) {
  const mine = db.selectFrom('api_token').select(columns).where('user_id', '=', userId)
  const [page, counted] = await Promise.all([
    pageOf(mine, { columns: ['created_at', 'id'], keyOf: (row) => [row.createdAt, row.id] }, paging),
    db
      .selectFrom('api_token')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return { ...page, count: counted?.count ?? 0 }
}

export type TokenRow = Awaited<ReturnType<typeof tokenPage>>['rows'][number]

/** Stores a token by its hash only. */
export const insertToken = (
  db: Db | Tx,
  token: { id: string; userId: string; label: string; secret: string; now: Date },
): Promise<TokenRow> =>
  db
    .insertInto('api_token')
    .values({
      hash: hashOf(token.secret),
      id: token.id,
      user_id: token.userId,
      label: token.label,
      created_at: token.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Whether there was such a token of this user to revoke. */
export async function deleteToken(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
