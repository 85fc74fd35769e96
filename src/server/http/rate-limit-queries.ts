import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

type Requests = { readonly key: string; readonly count: number; readonly resetAt: number }

/** Adds requests to those of all instances in the current minute of each key, and returns the sums. */
export async function addRequests(
  db: Db,
  name: string,
  requests: readonly Requests[],
  now: Date,
): Promise<ReadonlyMap<string, { readonly count: number; readonly resetAt: number }>> {
  // In one order, so that instances don't wait for each other in a circle.
  const rows = requests
    .map((one) => ({ ...one, hash: createHash('sha256').update(`${name} ${one.key}`).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const sums = await sql<{ hash: string; count: number; resetAt: Date }>`
    insert into request_rate as stored (key, count, reset_at)
    select decode(hash, 'hex'), count, reset_at from unnest(${rows.map(({ hash }) => hash)}::text[],
      ${rows.map(({ count }) => count)}::int[],
      ${rows.map(({ resetAt }) => new Date(resetAt))}::timestamptz[]) as sent (hash, count, reset_at)
    on conflict (key) do update set
      count = excluded.count + case when stored.reset_at > ${now} then stored.count else 0 end,
      reset_at = case when stored.reset_at > ${now} then stored.reset_at else excluded.reset_at end
    returning encode(key, 'hex') as hash, count, reset_at as "resetAt"`.execute(db)
  const keys = new Map(rows.map(({ hash, key }) => [hash, key]))
  return new Map(
    sums.rows.map(({ hash, count, resetAt }) => [
      keys.get(hash) ?? '',
      { count, resetAt: resetAt.getTime() },
    ]),
  )
}

export async function deleteOldRates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('request_rate').where('reset_at', '<', now).execute()
}
