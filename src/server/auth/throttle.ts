import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'

const QUARTER_HOUR_MS = 15 * 60_000
/** Without an attempt for this long, failures are forgotten. */
const MEMORY_MS = 2 * QUARTER_HOUR_MS

/**
 * Slows down guessing: after some failures each further one doubles the wait, up to a maximum. The failures are in the
 * database, so that attempts on all instances count together, and a restart doesn't forget them.
 */
export type Throttle = {
  /** @throws {DomainError} `rate_limited` while the wait lasts. */
  readonly check: (context: ThrottleContext, key: string) => Promise<void>
  /** Call it outside of a transaction that the failure rolls back. */
  readonly failed: (context: ThrottleContext, key: string) => Promise<void>
  readonly succeeded: (context: Pick<ThrottleContext, 'db'>, key: string) => Promise<void>
}

export type ThrottleContext = { readonly db: Db | Tx; readonly now: () => Date }

type ThrottleOptions = {
  /** Failures that cause no wait. */
  readonly freeFailures?: number
  readonly maxWaitMs?: number
}

/** @param name separates the keys of this throttle from those of others */
export function newThrottle(
  name: string,
  { freeFailures = 5, maxWaitMs = QUARTER_HOUR_MS }: ThrottleOptions = {},
): Throttle {
  // Hashed, so that the table has no addresses of people.
  const hashed = (key: string): Buffer => createHash('sha256').update(`${name} ${key}`).digest()
  return {
    async check({ db, now }, key) {
      const row = await db
        .selectFrom('throttle')
        .select('blocked_until as until')
        .where('key', '=', hashed(key))
        .executeTakeFirst()
      const wait = (row?.until.getTime() ?? 0) - now().getTime()
      if (wait <= 0) return
      const seconds = Math.ceil(wait / 1000)
      throw new DomainError('rate_limited', `Too many attempts. Try again in ${seconds} s`, {
        retryAfter: seconds,
      })
    },
    async failed({ db, now }, key) {
      const moment = now()
      const forgotten = new Date(moment.getTime() - MEMORY_MS)
      const failures = sql<number>`case when throttle.updated_at < ${forgotten} then 1 else throttle.failures + 1 end`
      const waitMs = (count: typeof failures) =>
        sql`case when ${count} < ${freeFailures} then 0
          else least(${maxWaitMs}::double precision, 1000 * power(2, least(${count} - ${freeFailures}, 30))) end`
      const until = (count: typeof failures) =>
        sql<Date>`${moment}::timestamptz + ${waitMs(count)} * interval '1 millisecond'`
      const first = { failures: 1, blocked_until: until(sql<number>`1`), updated_at: moment }
      await db
        .insertInto('throttle')
        .values({ key: hashed(key), ...first })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ failures, blocked_until: until(failures), updated_at: moment }),
        )
        .execute()
    },
    async succeeded({ db }, key) {
      await db.deleteFrom('throttle').where('key', '=', hashed(key)).execute()
    },
  }
}

/** Deletes failures that no longer count. */
export async function deleteOldThrottles(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('throttle')
    .where('updated_at', '<', new Date(now.getTime() - MEMORY_MS))
    .execute()
}
