import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

const first = await createTestDatabase()
const second = await createTestDatabase()
afterAll(async () => {
  await first.close()
  await second.close()
})

test('gives every caller a migrated database of its own', async () => {
  const applied = sql<{ count: number }>`select count(*) from kysely_migration`
  expect((await applied.execute(first.db)).rows[0]?.count).toBeGreaterThan(0)

  await sql`create table only_here ()`.execute(first.db)
  await expect(sql`select from only_here`.execute(second.db)).rejects.toThrow('does not exist')
})

test('makes ten databases at once and drops them again', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, createTestDatabase))
  const names = many.map(({ connectionString }) => new URL(connectionString).pathname.slice(1))
  expect(new Set(names).size).toBe(10)

  await Promise.all(many.map((database) => database.close()))
  const left = sql<{ name: string }>`select datname as name from pg_database where datname = any(${names})`
  expect((await left.execute(first.db)).rows).toEqual([])
})
