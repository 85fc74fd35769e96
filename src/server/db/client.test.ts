import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { asJson, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { formerNames, migrations } from './migrations/list.ts'

const database = await createTestDatabase()
afterAll(database.close)

test('counts and numerics are numbers, timestamps are dates', async () => {
  const query = sql`select count(*) as count, 1.5::numeric as numeric, '2026-01-02T03:04:05Z'::timestamptz as at`
  const { rows } = await query.execute(database.db)
  expect(rows).toEqual([{ count: 1, numeric: 1.5, at: new Date('2026-01-02T03:04:05Z') }])
})

test('a jsonb parameter keeps arrays, strings and null as they are', async () => {
  const values = [[1, 'two', { three: null }], 'text', null, { a: [] }]
  const query = sql<{ value: unknown }>`select ${asJson(values)}::jsonb as value`
  expect((await query.execute(database.db)).rows).toEqual([{ value: values }])
})

test('a broken idle connection is replaced', async () => {
  const { db, pool, close } = openDatabase(database.connectionString, { max: 1 })
  const before = await backendOf(db)
  const replaced = new Promise((resolve) => pool.once('remove', resolve))
  await sql`select pg_terminate_backend(${before})`.execute(database.db)
  await replaced
  expect(await backendOf(db)).not.toBe(before)
  await close()
})

test('a connection that ends during a query is not used again', async () => {
  const { db, close } = openDatabase(database.connectionString, { max: 1 })
  for (let round = 0; round < 20; round++) {
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    await expect(ended).rejects.toThrow('terminating connection')
    expect(await backendOf(db)).toEqual(expect.any(Number))
  }
  await close()
})

test('instances that start at the same time migrate once', async () => {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  const lines: unknown[] = []
  const log = { info: (line: unknown) => void lines.push(line) }
  await Promise.all([migrate(database.db, log), migrate(database.db, log), migrate(database.db, log)])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(lines).toEqual([{ steps: rows.map(({ name }) => name) }])
})

test('a database that ran migrations under their former names starts and runs none of them again', async () => {
  const names = async () => {
    const { rows } = await sql<{
      name: string
    }>`select name from kysely_migration order by timestamp, name`.execute(database.db)
    return rows.map(({ name }) => name)
  }
  const before = await names()
  for (const [former, name] of Object.entries(formerNames)) {
    await sql`update kysely_migration set name = ${former} where name = ${name}`.execute(database.db)
  }
  expect(await names()).toContain('0036-who-is-here')
  await migrate(database.db, { info: () => expect.unreachable('no migration is pending') })
  expect(await names()).toEqual(before)
})

test('each migration has its own number', () => {
  const numbers = Object.keys(migrations).map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)].sort())
})

async function backendOf(db: typeof database.db): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
}
