import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Running workers, known to be alive as long as their database session is. */
export type Presence<T> = {
  readonly result: T
  /** Marks the workers as gone and releases the jobs they were running. */
  readonly end: () => Promise<void>
}

/** First key of the advisory locks: one lock for starting (second key 0), one for each live worker. */
const LOCKS = 0x1ec7
const RECONNECT_MS = 1000
/** How often workers look for jobs of killed ones. */
const TAKE_OVER_MS = 10_000

/**
 * Starts workers and holds an advisory lock for each of them in one database session: a killed process loses them
 * immediately, and a machine that is cut off after half a minute. Jobs locked by a worker without such a lock are released
 * at the start and every `takeOverMs`, so that an interrupted job runs again soon and not hours later.
 */
export async function startWithPresence<T>(
  pool: pg.Pool,
  start: () => Promise<{ result: T; workerIds: readonly string[] }>,
  takeOverMs = TAKE_OVER_MS,
): Promise<Presence<T>> {
  let holder: pg.PoolClient | undefined
  let isEnded = false
  let ids: readonly string[] = []

  function watch(opened: pg.PoolClient): void {
    holder = opened
    opened.once('error', () => {
      if (holder !== opened) return
      leave()
      void reconnect()
    })
  }

  /** Ends the session and with it the locks. */
  function leave(): void {
    const former = holder
    holder = undefined
    former?.release(true)
  }

  async function reconnect(): Promise<void> {
    while (!isEnded) {
      const opened = await connectAndLock(pool, ids)
      if (opened !== undefined) return isEnded ? opened.release(true) : watch(opened)
      // The database is still unreachable.
      await pause(RECONNECT_MS)
    }
  }

  const client = await pool.connect()
  watch(client)
  try {
    // Another process must not consider these workers dead between their start and their locks.
    await client.query('select pg_advisory_lock($1, 0)', [LOCKS])
    await noticeLostConnections(client)
    await releaseJobsOfDeadWorkers(client, [])
    const { result, workerIds } = await start()
    ids = workerIds
    await lockWorkers(client, ids)
    await client.query('select pg_advisory_unlock($1, 0)', [LOCKS])
    const timer = setInterval(() => {
      // Without the database there is nothing to take over; `watch` connects again.
      if (holder !== undefined) void takeOver(holder, ids).catch(() => undefined)
    }, takeOverMs)
    timer.unref()
    return {
      result,
      async end() {
        isEnded = true
        clearInterval(timer)
        await holder
          ?.query('select graphile_worker.force_unlock_workers($1::text[])', [ids])
          .catch(() => undefined)
        leave()
      },
    }
  } catch (error) {
    isEnded = true
    leave()
    throw error
  }
}

/** Undefined while the database is unreachable. */
async function connectAndLock(pool: pg.Pool, ids: readonly string[]): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect().catch(() => undefined)
  if (client === undefined) return undefined
  try {
    await noticeLostConnections(client)
    await lockWorkers(client, ids)
    return client
  } catch {
    client.release(true)
    return undefined
  }
}

async function lockWorkers(client: pg.PoolClient, ids: readonly string[]): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) as id', [LOCKS, ids])
}

/** The database ends the session of a machine that is cut off, in place of waiting for it for two hours. */
async function noticeLostConnections(client: pg.PoolClient): Promise<void> {
  await client.query(
    'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  )
}

/** Not while another process starts, whose workers run before they are locked. */
async function takeOver(client: pg.PoolClient, ownIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, 0) as free', [
    LOCKS,
  ])
  if (rows[0]?.free !== true) return
  try {
    await releaseJobsOfDeadWorkers(client, ownIds)
  } finally {
    await client.query('select pg_advisory_unlock($1, 0)', [LOCKS])
  }
}

/** A session can take its own locks again, so its own workers must be left out. */
async function releaseJobsOfDeadWorkers(client: pg.PoolClient, ownIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string; dead: boolean }>(
    `select id, pg_try_advisory_lock($1, hashtext(id)) as dead from (
       select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by is not null and locked_by <> all($2::text[])
     ) as holders`,
    [LOCKS, ownIds],
  )
  const dead = rows.filter((row) => row.dead).map((row) => row.id)
  if (dead.length === 0) return
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
  await client.query('select pg_advisory_unlock($1, hashtext(id)) from unnest($2::text[]) as id', [
    LOCKS,
    dead,
  ])
}
