import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startWithPresence } from './presence.ts'
import { prepareQueue } from './worker.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.connectionString, max: 4 })
  await prepareQueue(pool)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

async function aJobOf(worker: string): Promise<void> {
  await sql`select graphile_worker.add_job('clean-up', payload := '{}')`.execute(database.db)
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now()
    where locked_by is null`.execute(database.db)
}

const lockedBy = async () => {
  const { rows } = await sql<{ worker: string }>`select locked_by as worker from graphile_worker._private_jobs
    where locked_by is not null order by 1`.execute(database.db)
  return rows.map(({ worker }) => worker)
}

test('the jobs of a killed process are released while other processes run, and theirs are not', async () => {
  const other = new pg.Client({ connectionString: database.connectionString })
  await other.connect()
  await other.query("select pg_advisory_lock($1, hashtext('other'))", [0x1ec7])
  const start = async () => ({ result: null, workerIds: ['own'] })
  const presence = await startWithPresence(pool, start, 20)
  await aJobOf('own')
  await aJobOf('other')
  await aJobOf('killed long ago')
  // The third job shows that the check has run.
  await expect.poll(lockedBy).toEqual(['other', 'own'])
  await other.end()
  await expect.poll(lockedBy).toEqual(['own'])
  await presence.end()
  expect(await lockedBy()).toEqual([])
})
