import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import type { Tx } from './client.ts'
import { writeIn } from './write.ts'

const app = useTestApp()

const lock = (tx: Tx, id: string) =>
  tx.updateTable('organization').set({ version: sql`version + 1` }).where('id', '=', id).execute()

test('two deadlocked writes both succeed', async () => {
  const [one, two] = [
    (await app.anOrganization()).organizationId,
    (await app.anOrganization()).organizationId,
  ]
  const held = { one: Promise.withResolvers<void>(), two: Promise.withResolvers<void>() }
  let trials = 0
  const crosswise = (first: 'one' | 'two', ids: readonly [string, string]) =>
    writeIn(app.db, async (tx) => {
      trials++
      await lock(tx, ids[0])
      held[first].resolve()
      await Promise.all([held.one.promise, held.two.promise])
      await lock(tx, ids[1])
    })
  await Promise.all([crosswise('one', [one, two]), crosswise('two', [two, one])])
  expect(trials).toBeGreaterThan(2)
  const rows = await app.db
    .selectFrom('organization')
    .select('version')
    .where('id', 'in', [one, two])
    .execute()
  expect(rows.map(({ version }) => version)).toEqual([3, 3])
})

test('a write that never succeeds ends after four attempts', async () => {
  let attempts = 0
  const colliding = writeIn(app.db, async (tx) => {
    attempts++
    await sql`do $$ begin raise exception 'collision' using errcode = '40001'; end $$`.execute(tx)
  })
  await expect(colliding).rejects.toThrow('collision')
  expect(attempts).toBe(4)
})

test('any other error ends the write immediately', async () => {
  let trials = 0
  const faulty = writeIn(app.db, async (tx) => {
    trials++
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(faulty).rejects.toThrow('division by zero')
  expect(trials).toBe(1)
})
