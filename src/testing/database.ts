import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Db, openDatabase } from '#server/db/client.ts'
import { dropDatabase, inDatabase, onServer } from './database-names.ts'

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
  await copyTemplate(server, template, name)
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

/** Copying is refused while anything is connected to the template, a housekeeping process for instance. */
async function copyTemplate(server: string, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onServer(server, `create database ${name} template ${template}`)
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === '55006'
      if (!isInUse || attempt === 20) throw error
      await sleep(50)
    }
  }
}
