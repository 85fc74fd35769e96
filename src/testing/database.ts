import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, openDatabase } from '#server/db/client.ts'
import { dropDatabase, inDatabase, whenFree } from './database-names.ts'

export type TestDatabase = {
  readonly connectionString: string
  readonly db: Db
  /** Ends the connections and drops the database. */
  readonly close: () => Promise<void>
}

/** Creates an empty, migrated database, usually one per test file. Takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connectionString: server, template, prefix } = inject('testServer')
  const name = `${prefix}_${randomBytes(4).toString('hex')}`
  await whenFree(server, `create database ${name} template ${template}`)
  const connectionString = inDatabase(server, name)
  const { db, close } = openDatabase(connectionString, { max: 8 })
  return {
    connectionString,
    db,
    close: async () => {
      await close()
      await dropDatabase(server, name)
    },
  }
}
