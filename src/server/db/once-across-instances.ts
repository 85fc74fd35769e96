import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** First key of the advisory locks; the second one is the hash of the name. */
const LOCKS = 7_305_216
/** How often an instance that waits looks for the result of another one. */
const RETRY_MS = 300

/**
 * The result of `work`, which runs in one instance at a time for each name and only if `known` returns null. Other
 * callers wait until `known` has the result or the lock is free. A lock ends with the process that holds it. Uses one
 * connection of the pool until it returns.
 */
export function onceAcrossInstances<T>(
  db: Db,
  name: string,
  { known, work }: { readonly known: () => Promise<T | null>; readonly work: () => Promise<T> },
): Promise<T> {
  return db.connection().execute(async (connection) => {
    while (!(await tryLock(connection, name))) {
      await pause(RETRY_MS)
      const result = await known()
      if (result !== null) return result
    }
    try {
      return (await known()) ?? (await work())
    } finally {
      // A connection that was cut has lost its lock already.
      await sql`select pg_advisory_unlock(${LOCKS}, hashtext(${name}))`
        .execute(connection)
        .catch(() => undefined)
    }
  })
}

async function tryLock(connection: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_lock(${LOCKS}, hashtext(${name})) as free`.execute(connection)
  return rows[0]?.free === true
}
