import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Something that runs workers, known to be alive as long as its database session is. */
export type Presence<T> = {
  readonly result: T
  /** Says that the workers are gone, and sets free what they were at. */
  readonly end: () => Promise<void>
}

/** First key of the advisory locks: one lock for starting (second key 0), one for each worker alive. */
const LOCKS = 0x1ec7

/**
 * Starts workers and makes known that they live, by advisory locks of one database session: a killed process
 * loses them at once. Jobs that a worker without such a lock still holds are set free first, so that what a
 * crash interrupted is begun again at the next start and not hours later.
 */
export async function presentOn<T>(
  pool: pg.Pool,
  start: () => Promise<{ result: T; workerIds: readonly string[] }>,
): Promise<Presence<T>> {
  let client = await pool.connect()
  let isEnded = false
  let ids: readonly string[] = []

  function watch(): void {
    client.once('error', (error) => {
      client.release(error)
      void comeBack()
    })
  }

  async function comeBack(): Promise<void> {
    while (!isEnded) {
      try {
        client = await pool.connect()
        watch()
        return await hold(client, ids)
      } catch {
        await pause(1000)
      }
    }
  }

  watch()
  // Nobody judges who is dead while somebody is between starting and saying so.
  await client.query('select pg_advisory_lock($1, 0)', [LOCKS])
  try {
    await freeJobsOfTheDead(client)
    const { result, workerIds } = await start()
    ids = workerIds
    await hold(client, ids)
    return {
      result,
      async end() {
        isEnded = true
        await client
          .query('select graphile_worker.force_unlock_workers($1::text[])', [ids])
          .catch(() => undefined)
        await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
        client.removeAllListeners('error')
        client.release()
      },
    }
  } finally {
    await client.query('select pg_advisory_unlock($1, 0)', [LOCKS])
  }
}

async function hold(client: pg.PoolClient, ids: readonly string[]): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) as id', [LOCKS, ids])
}

async function freeJobsOfTheDead(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string; dead: boolean }>(
    `select id, pg_try_advisory_lock($1, hashtext(id)) as dead from (
       select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
     ) as holders`,
    [LOCKS],
  )
  const dead = rows.filter((row) => row.dead).map((row) => row.id)
  if (dead.length === 0) return
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
  await client.query('select pg_advisory_unlock($1, hashtext(id)) from unnest($2::text[]) as id', [
    LOCKS,
    dead,
  ])
}
