import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { type ObjectStore, openObjectStore } from '#testing/object-store.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { readConfig } from '../config.ts'
import { migrate, NewerSchemaError } from '../db/migrate.ts'
import { openStorage } from './open-storage.ts'
import { STORAGE_MARKER, verifyInstallation } from './storage-marker.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let objectStore: ObjectStore
beforeAll(async () => {
  database = await createTestDatabase()
  objectStore = await openObjectStore(makeTestFolder())
})
afterAll(async () => {
  await objectStore.close()
  await database.close()
})
beforeEach(() => database.db.deleteFrom('installation').execute())

/** Starts an instance on the database, as far as the check goes. */
const start = (environment: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: makeTestFolder(), ...environment })
  return verifyInstallation({ db: database.db, storage: openStorage(config), config })
}

/** Another folder with the same sealing key. */
function otherFolder(of: string): string {
  const folder = makeTestFolder()
  copyFileSync(join(of, 'import.key'), join(folder, 'import.key'))
  return folder
}

test('instances start with the storage and the key of the first one, also at the same time', async () => {
  const environment = {
    LECTERN_STORAGE: makeTestFolder(),
    LECTERN_SEALING_KEY: randomBytes(32).toString('hex'),
  }
  await Promise.all([start(environment), start(environment), start(environment)])
  await start(environment)
})

test('an instance with another folder refuses to start, and says what to do', async () => {
  const [first, later] = [makeTestFolder(), makeTestFolder()]
  await start({ DATA_DIR: first })
  const other = otherFolder(first)
  await expect(start({ DATA_DIR: other })).rejects.toThrow(
    /installation-id there is missing.*LECTERN_STORAGE/,
  )
  const id = readFileSync(join(first, STORAGE_MARKER), 'utf8')
  writeFileSync(join(other, STORAGE_MARKER), 'another id\n')
  await expect(start({ DATA_DIR: other })).rejects.toThrow(
    `contains another id and should contain ${id.trim()}`,
  )
  writeFileSync(join(other, STORAGE_MARKER), id)
  await start({ DATA_DIR: other })
  await database.db.deleteFrom('installation').execute()
  await start({ DATA_DIR: later })
  await expect(start({ DATA_DIR: first })).rejects.toThrow("don't belong to this database")
})

test('an instance with a folder does not start on a database whose files are in an object store', async () => {
  const dataDir = makeTestFolder()
  await start({ DATA_DIR: dataDir, ...objectStore.environment })
  await start({ DATA_DIR: otherFolder(dataDir), ...objectStore.environment })
  await expect(start({ DATA_DIR: dataDir })).rejects.toThrow("don't belong to this database")
  const empty = { ...objectStore.environment, LECTERN_STORAGE: 's3://files/other' }
  await expect(start({ DATA_DIR: dataDir, ...empty })).rejects.toThrow(/bucket files\/other.*is missing/)
})

test('a start that was interrupted before the storage had its id goes on', async () => {
  const dataDir = makeTestFolder()
  await database.db
    .insertInto('installation')
    .values({ storage_id: 'id of the first attempt', sealing_key_hash: null })
    .execute()
  await start({ DATA_DIR: dataDir })
  expect(readFileSync(join(dataDir, STORAGE_MARKER), 'utf8')).toBe('id of the first attempt\n')
})

test('an instance with another sealing key refuses to start', async () => {
  const storage = { LECTERN_STORAGE: makeTestFolder() }
  const first = makeTestFolder()
  await start({ ...storage, DATA_DIR: first })
  await expect(start(storage)).rejects.toThrow(/not the one in .*import\.key.*LECTERN_SEALING_KEY/)
  const wrong = randomBytes(32).toString('base64')
  await expect(start({ ...storage, LECTERN_SEALING_KEY: wrong })).rejects.toThrow(
    'LECTERN_SEALING_KEY is not the key',
  )
  const key = readFileSync(join(first, 'import.key')).toString('base64')
  await start({ ...storage, LECTERN_SEALING_KEY: key })
})

test('a version that is older than the schema refuses to start', async () => {
  const { db } = database
  const log = { info: () => undefined }
  await migrate(db, log)
  const entry = { name: '9999-from-the-future', timestamp: new Date().toISOString() }
  const migrations = db.withTables<{ kysely_migration: typeof entry }>()
  await migrations.insertInto('kysely_migration').values(entry).execute()
  const error = await migrate(db, log).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NewerSchemaError)
  expect(String(error)).toContain('9999-from-the-future')
  await migrations.deleteFrom('kysely_migration').where('name', '=', entry.name).execute()
  await migrate(db, log)
})
