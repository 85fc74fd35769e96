import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createBackup } from '#server/backups/create-backup.ts'
import { blobsIn } from '#server/content/blobs.ts'
import { prepareQueue } from '#server/jobs/worker.ts'
import { folderStorage } from '#server/storage/folder-storage.ts'
import type { TestApp } from './app.ts'
import { dropDatabase, inDatabase, whenFree } from './database-names.ts'
import { makeTestFolder } from './test-folder.ts'

type BackupOptions = {
  readonly target?: string
  readonly passphrase?: string
  readonly rewrite?: boolean
  readonly now?: Date
}

/** Makes a backup of the app in a folder, and returns it with what reading it takes. */
export async function makeBackup(app: TestApp, options: BackupOptions = {}) {
  const target = folderStorage(options.target ?? makeTestFolder())
  const { blobs, config } = app.service
  const { connectionString } = app
  const manifest = await createBackup({
    connectionString,
    blobs,
    config,
    target,
    passphrase: options.passphrase,
    rewrite: options.rewrite ?? false,
    now: options.now ?? new Date(),
  })
  return {
    target,
    id: manifest.id,
    manifest,
    connectionString,
    config,
    passphrase: options.passphrase,
    progress: () => undefined,
  }
}

/** An empty database and data folder. */
export async function aNewHome() {
  const { connectionString: server, prefix } = inject('testServer')
  const name = `${prefix}_restored_${randomBytes(4).toString('hex')}`
  await whenFree(server, `create database ${name}`)
  const connectionString = inDatabase(server, name)
  const pool = new pg.Pool({ connectionString, max: 1 })
  await prepareQueue(pool)
  await pool.end()
  onTestFinished(() => dropDatabase(server, name))
  const config = { dataDir: makeTestFolder() }
  const storage = folderStorage(config.dataDir)
  return { connectionString, config, storage, blobs: blobsIn(storage) }
}
