import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/list.ts'

const app = useTestApp()

test('a migration that waits for a long request lets others go on, and runs when it ends', async () => {
  const { db, close } = openDatabase(app.connectionString, { max: 3 })
  const name = '9999-from-a-test'
  const waits = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const longRequest = app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('space').select('id').limit(1).execute()
    isRead.resolve()
    await release.promise
  })
  await isRead.promise
  const list = {
    ...migrations,
    [name]: {
      up: async (tx: typeof db) =>
        void (await sql`alter table space add column from_a_test text`.execute(tx)),
    },
  }
  const migrated = migrate(db, { info: () => waits.resolve() }, list)
  try {
    await waits.promise
    await app.db.selectFrom('space').select('id').limit(1).execute()
  } finally {
    release.resolve()
    await longRequest
  }
  await migrated
  expect((await sql`select from_a_test from space`.execute(db)).rows).toEqual([])
  await close()
})
