import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

/** A user's organizations, without those where they are suspended. */
export const organizationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.title', 'o.logo', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.disabled', '=', false)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(1000)
    .execute()

const browserColumns = [
  'id',
  'user_agent as userAgent',
  'ip',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
  'expires_at as expiresAt',
] as const

/** One page of a user's sessions, last used first. */
export async function browserPage(db: Db, userId: string, paging: Paging, now: Date) {
  const open = db.selectFrom('session').where('user_id', '=', userId).where('expires_at', '>', now)
  const [page, countResult] = await Promise.all([
    pageOf(
      open.select(browserColumns),
      {
        columns: ['last_seen_at', 'id'],
        keyOf: (row) => [row.lastSeenAt, row.id],
        direction: 'desc',
      },
      paging,
    ),
    open.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

export type BrowserRow = Awaited<ReturnType<typeof browserPage>>['rows'][number]

/** Ends a session of a user and returns it; undefined when there was none. */
export const closeBrowser = (tx: Tx, userId: string, id: string, now: Date) =>
  tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning(browserColumns)
    .executeTakeFirst()
