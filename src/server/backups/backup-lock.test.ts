import { expect, onTestFinished, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aNewHome, makeBackup } from '#testing/backups.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { backupClient, lockBackups } from './backup-lock.ts'
import { restoreBackup } from './restore.ts'
import { removeOldBackups } from './retention.ts'
import { backupIds } from './target.ts'

const app = useTestApp()
const backUp = (options?: Parameters<typeof makeBackup>[1]) => makeBackup(app, options)

test('one backup of a database runs at a time', async () => {
  const other = await backupClient(app.connectionString)
  onTestFinished(() => other.end())
  await lockBackups(other)
  await expect(backUp()).rejects.toThrow('Another backup of this database is running.')
})

test('old backups stay while another backup is made, which may refer to their files', async () => {
  const target = makeTestFolder()
  const ids = [
    (await backUp({ target, now: new Date('2026-01-01T03:00:00Z') })).id,
    (await backUp({ target, now: new Date('2026-01-02T03:00:00Z') })).id,
  ]
  const { connectionString } = app
  const { config } = app.service
  const storage = folderStorage(target)
  const now = new Date()
  const retention = {
    connectionString,
    target: storage,
    config,
    passphrase: undefined,
    keep: 1,
    keepDays: 0,
    now,
  }
  const other = await backupClient(connectionString)
  await lockBackups(other)
  expect(await removeOldBackups(retention)).toEqual([])
  expect(await backupIds(storage)).toEqual(ids)
  await other.end()
  expect(await removeOldBackups(retention)).toEqual([ids[0]])
})

test('a service that starts while a backup is restored waits for it', async () => {
  const backup = await backUp()
  const home = await aNewHome()
  const { db, close } = openDatabase(home.connectionString, { max: 1 })
  onTestFinished(close)
  const order: string[] = []
  let start: Promise<unknown> | undefined
  const onProgress = () => {
    order.push('restoring')
    start ??= migrate(db, { info: () => undefined }).then(() => order.push('started'))
  }
  await restoreBackup({ ...backup, ...home, progress: onProgress, replace: false, withoutJobs: false })
  await start
  expect(order.length).toBeGreaterThan(2)
  // Once the lock is released, either of the two may end first.
  expect(order.indexOf('started')).toBe(order.length - 1)
})
