import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, inDatabase, whenFree } from '#testing/database-names.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/list.ts'
import { insertOrganization } from '../domain/organizations/queries.ts'
import { createLog } from '../log.ts'
import { serviceOf } from '../service.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { backUpBeforeUpgrade } from './before-upgrade.ts'
import { backupIds } from './target.ts'
import { verifyBackup } from './verify.ts'

/** A service whose database has the schema before the backups of this version, and is empty of content. */
async function anOldService(environment: Record<string, string> = {}) {
  const { connectionString: server, prefix } = inject('testServer')
  const name = `${prefix}_old_${randomBytes(4).toString('hex')}`
  await whenFree(server, `create database ${name}`)
  const connectionString = inDatabase(server, name)
  const { db, close } = openDatabase(connectionString)
  onTestFinished(async () => {
    await close()
    await dropDatabase(server, name)
  })
  const old = Object.fromEntries(Object.entries(migrations).filter(([key]) => key < '0140'))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => old } }).migrateToLatest()
  expect(error).toBeUndefined()
  const config = readConfig({ DATA_DIR: makeTestFolder(), ...environment })
  const messages: string[] = []
  const log = Object.assign(createLog({ level: 'silent' }), {
    info: (...parts: unknown[]) => void messages.push(String(parts.at(-1))),
  })
  return { service: serviceOf(config, db, log, connectionString), messages }
}

const addContent = ({ db }: Awaited<ReturnType<typeof anOldService>>['service']) =>
  db
    .transaction()
    .execute((tx) => insertOrganization(tx, { id: 'organization', title: 'Halden Energy', now: new Date() }))

test('an upgrade backs up a database with content, verifiably, and says how to go back; later starts do not', async () => {
  const { service, messages } = await anOldService()
  const { config, connectionString, db } = service
  const target = folderStorage(config.dataDir)
  await addContent(service)
  const upgrade = await backUpBeforeUpgrade(service)
  await migrate(db, service.log)
  await upgrade?.record()
  const [id = ''] = await backupIds(target)
  expect(messages).toContainEqual(
    expect.stringContaining(`restore ${join(config.dataDir, 'backups', id)} --replace --no-migrate`),
  )
  const { rows } = await sql`select trigger, status, backup_id from backup_run`.execute(db)
  expect(rows).toEqual([{ trigger: 'upgrade', status: 'succeeded', backup_id: id }])
  // Restores the old schema and migrates it.
  const input = { connectionString, config, target, id, passphrase: undefined, progress: () => undefined }
  const { findings, manifest } = await verifyBackup(input)
  expect(findings).toEqual([])
  expect(manifest.migrations.at(-1)).toBe('0138-official-clients')
  expect(manifest.tables.find(({ name }) => name === 'organization')?.rows).toBe(1)

  expect(await backUpBeforeUpgrade(service)).toBeUndefined()
  expect(await backupIds(target)).toEqual([id])
})

test('an empty database and one of a service that does not want it are upgraded without a backup', async () => {
  const { service } = await anOldService()
  expect(await backUpBeforeUpgrade(service)).toBeUndefined()
  const off = await anOldService({ LECTERN_BACKUP_BEFORE_UPGRADE: '0' })
  await addContent(off.service)
  expect(await backUpBeforeUpgrade(off.service)).toBeUndefined()
})

test('an upgrade does not begin when its backup fails', async () => {
  const { service } = await anOldService()
  await addContent(service)
  const config = { ...service.config, dataDir: '/dev/null' }
  await expect(backUpBeforeUpgrade({ ...service, config })).rejects.toThrow(
    /^The backup before the upgrade failed, so nothing was changed: .*ENOTDIR/,
  )
})
