import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aNewHome, makeBackup } from '#testing/backups.ts'
import { openObjectStore } from '#testing/object-store.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { seal, unseal } from '../sealing.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore.ts'
import { removeOldBackups } from './retention.ts'
import { backupIds, findBackup, openTarget } from './target.ts'
import { verifyBackup } from './verify.ts'

const app = useTestApp()
const backUp = (options?: Parameters<typeof makeBackup>[1]) => makeBackup(app, options)
const progress = () => undefined
const PASSPHRASE = 'correct horse battery staple'

let spaceId = ''
let admin: Awaited<ReturnType<typeof app.anOrganization>>['admin']
let sealed: Buffer
beforeAll(async () => {
  const { organizationId, admin: person } = await app.anOrganization()
  admin = person
  const as = app.as(admin)
  ;({ id: spaceId } = await as(api.spaces.create, { params: { organizationId }, body: {} }))
  const files = [{ name: 'a.txt', base64: 'aGk=', contentType: 'text/plain' }]
  await as(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [aPage('A\tpage \\ with\nnewlines\u{1f600}'), { operation: 'insert_files', files }] },
  })
  sealed = await seal(app.service.config, 'a secret')
  await app.service.jobs.enqueue(
    app.db,
    'sweep-content',
    { organizationId },
    { key: 'a key', queue: 'a queue' },
  )
})

const aPage = (text: string) => ({
  operation: 'insert_page' as const,
  title: 'Page',
  document: { markdown: text },
})

type Backup = Awaited<ReturnType<typeof backUp>>
type Home = Awaited<ReturnType<typeof aNewHome>>
const restore = (backup: Backup, home: Home, options: { replace?: boolean } = {}) =>
  restoreBackup({ ...backup, ...home, replace: options.replace ?? false, withoutJobs: false })

describe.each([
  ['a plain backup', undefined],
  ['an encrypted backup', PASSPHRASE],
])('%s', (_, passphrase) => {
  test('restores the same rows, files, jobs and secrets into an empty database', async () => {
    const backup = await backUp(passphrase === undefined ? {} : { passphrase })
    const home = await aNewHome()
    await restore(backup, home)

    const again = await createBackup({
      ...home,
      target: folderStorage(makeTestFolder()),
      passphrase,
      now: new Date(),
    })
    expect(again.tables.map(comparable)).toEqual(backup.manifest.tables.map(comparable))
    expect(again.jobs && comparable(again.jobs)).toEqual(
      backup.manifest.jobs && comparable(backup.manifest.jobs),
    )
    expect(again.jobs?.rows).toBeGreaterThan(0)
    expect(again.sequences).toEqual(backup.manifest.sequences)
    expect(again.files).toMatchObject({ count: 1, bytes: 2, missing: [] })
    const hash = createHash('sha256').update('hi').digest('hex')
    expect((await home.blobs.read(hash)).toString()).toBe('hi')
    expect(await unseal(home.config, sealed)).toBe('a secret')
  })

  test('passes verification', async () => {
    expect(
      (await verifyBackup(await backUp(passphrase === undefined ? {} : { passphrase }))).findings,
    ).toEqual([])
    const left = sql`select datname from pg_database where starts_with(datname, current_database() || '_verify')`
    expect((await left.execute(app.db)).rows).toEqual([])
  })

  test('names every part in which one byte is flipped, or that is cut off', async () => {
    const backup = await backUp(passphrase === undefined ? {} : { passphrase })
    const folder = backup.target.location
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter(
        (entry) =>
          entry.isFile() && /^page\.copy|^revision\.copy|sealing|files\.gz|^[0-9a-f]{64}/.test(entry.name),
      )
      .map((entry) => join(entry.parentPath, entry.name))
    expect(names).toHaveLength(5)
    for (const path of names) {
      const bytes = await readFile(path)
      const part = path.slice(folder.length + 1).replace(`backups/${backup.id}/`, '')
      const flipped = Buffer.from(bytes)
      const middle = Math.floor(bytes.length / 2)
      flipped[middle] = (flipped[middle] ?? 0) ^ 1
      for (const damaged of [flipped, bytes.subarray(0, -1)]) {
        await writeFile(path, damaged)
        expect(await findingsOf(backup)).toEqual([expect.stringContaining(`${part} is damaged`)])
      }
      await writeFile(path, bytes)
    }
    expect((await verifyBackup(backup)).findings).toEqual([])
  })
})

const findingsOf = async (backup: Backup) => (await verifyBackup(backup)).findings
const comparable = ({ name, rows, digest }: { name: string; rows: number; digest: string }) => ({
  name,
  rows,
  digest,
})

test('a damaged manifest, another passphrase and none are refused with the reason', async () => {
  const backup = await backUp({ passphrase: PASSPHRASE })
  await expect(verifyBackup({ ...backup, passphrase: undefined })).rejects.toThrow('The backup is encrypted')
  await expect(verifyBackup({ ...backup, passphrase: `${PASSPHRASE}!` })).rejects.toThrow(
    'isn’t the passphrase',
  )
  const path = join(backup.target.location, 'backups', backup.id, 'manifest.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": 1', '"rows": 2'))
  await expect(verifyBackup(backup)).rejects.toThrow('manifest.json is damaged')
})

test('nothing readable is in an encrypted backup', async () => {
  const { target } = await backUp({ passphrase: PASSPHRASE })
  for (const entry of await readdir(target.location, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'manifest.json') continue
    expect((await readFile(join(entry.parentPath, entry.name))).subarray(0, 8).toString('latin1')).toBe(
      'LECTERN\x01',
    )
  }
})

test('a database with content is only replaced on request, and keeps its content when the restore fails', async () => {
  const backup = await backUp()
  const home = await aNewHome()
  await restore(backup, home)
  await expect(restore(backup, home)).rejects.toThrow('The database is not empty: it has 1 organizations')
  const revisions = join(backup.target.location, 'backups', backup.id, 'database/revision.copy.gz')
  const bytes = await readFile(revisions)
  await writeFile(revisions, bytes.subarray(0, -9))
  await expect(restore(backup, home, { replace: true })).rejects.toThrow(
    'database/revision.copy.gz is damaged',
  )
  const { db, close } = openDatabase(home.connectionString)
  expect((await sql`select id from space`.execute(db)).rows).toEqual([{ id: spaceId }])
  await close()
  await writeFile(revisions, bytes)
  await restore(backup, home, { replace: true })
})

test('a backup from before the last migrations is restored with its schema and migrated by the verification', async () => {
  const backup = await backUp()
  const path = join(backup.target.location, 'backups', backup.id, 'manifest.json')
  const { manifest } = JSON.parse(await readFile(path, 'utf8'))
  expect(manifest.migrations.length).toBeGreaterThan(40)
  manifest.migrations.push('9999-of-the-future')
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  await writeFile(path, JSON.stringify({ manifest, sha256 }))
  await expect(verifyBackup(backup)).rejects.toThrow('A newer version of Lectern wrote this backup')
})

test('a restore is refused while a service uses the database', async () => {
  const backup = await backUp()
  const home = await aNewHome()
  const { db, close } = openDatabase(home.connectionString)
  await sql`select 1`.execute(db)
  onTestFinished(close)
  await expect(restore(backup, home)).rejects.toThrow('Stop all instances before you restore')
})

test('a backup during writes contains one moment: every revision and file that it refers to', async () => {
  const params = { spaceId }
  const state = { isOver: false, writes: 0 }
  const writing = (async () => {
    while (!state.isOver) {
      const files = [
        {
          name: `${state.writes}.txt`,
          base64: randomBytes(90).toString('base64'),
          contentType: 'text/plain',
        },
      ]
      await app.as(admin)(api.spaceContent.edit, {
        params,
        body: { changes: [aPage(`Text ${state.writes}`), { operation: 'insert_files', files }] },
      })
      state.writes += 1
    }
  })()
  while (state.writes < 2) await sql`select pg_sleep(0.01)`.execute(app.db)
  const before = state.writes
  const backup = await backUp()
  state.isOver = true
  await writing
  expect(state.writes).toBeGreaterThan(before)
  expect(await findingsOf(backup)).toEqual([])
  const pages = backup.manifest.tables.find(({ name }) => name === 'page')?.rows ?? 0
  // A file and a page for each write, from the start of the test file one more of each.
  expect(backup.manifest.files.count).toBe(pages)
})

test('retention deletes the oldest backups and files that no other one has, and equal files are stored once', async () => {
  const target = makeTestFolder()
  const files = async () =>
    (await readdir(join(target, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
  const ids: string[] = []
  for (const day of ['01', '02', '03'])
    ids.push((await backUp({ target, now: new Date(`2026-01-${day}T03:00:00Z`) })).id)
  const count = (await files()).length
  const storage = folderStorage(target)
  await storage.put(`files/aa/${'a'.repeat(64)}`, Buffer.from('unused'))
  expect(await backupIds(storage)).toEqual(ids)
  const { connectionString } = app
  const common = {
    connectionString,
    target: storage,
    config: app.service.config,
    passphrase: undefined,
    keep: 1,
  }
  const now = new Date(Date.now() + 2 * 86_400_000)
  expect(await removeOldBackups({ ...common, keepDays: 36_500, now })).toEqual([])
  expect(await removeOldBackups({ ...common, keepDays: 0, now, verified: ids[0] })).toEqual([ids[1]])
  expect((await files()).length).toBe(count)
  expect(await findBackup(storage, undefined)).toBe(ids[2])
  await expect(findBackup(storage, ids[1])).rejects.toThrow('There is no complete backup')
})

test('an object store holds backups too', async () => {
  const { environment, close } = await openObjectStore(makeTestFolder())
  onTestFinished(close)
  const { backup } = readConfig({ ...environment, LECTERN_BACKUP_TO: 's3://files/backups', DATA_DIR: '/tmp' })
  if (backup.to === undefined) throw new Error('There is no target')
  const target = openTarget(backup.to)
  const { blobs, config } = app.service
  const { connectionString } = app
  const input = { connectionString, config, target, passphrase: PASSPHRASE, progress }
  const { id } = await createBackup({ ...input, blobs, now: new Date() })
  expect(await findBackup(target, undefined)).toBe(id)
  expect((await verifyBackup({ ...input, id })).findings).toEqual([])
  const later = await createBackup({ ...input, blobs, now: new Date(Date.now() + 1000) })
  const now = new Date()
  const retention = { connectionString, target, config, passphrase: PASSPHRASE, keep: 1, keepDays: 0, now }
  expect(await removeOldBackups(retention)).toEqual([id])
  expect(await backupIds(target)).toEqual([later.id])
})
