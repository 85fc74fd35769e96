import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Blobs } from '../content/blobs.ts'
import { lockMigrations } from '../db/migrate.ts'
import type { KeySource } from '../sealing.ts'
import type { Storage } from '../storage/storage.ts'
import { STORAGE_MARKER } from '../storage/storage-marker.ts'
import { backupClient } from './backup-lock.ts'
import { fixOutput } from './catalog.ts'
import { BACKUPS_PREFIX, MANIFEST, placeOf } from './create-backup.ts'
import type { OnProgress } from './dump-database.ts'
import { fileKey, filesOf, inParallel } from './dump-files.ts'
import { keyringOf } from './encryption.ts'
import { BackupError, DamagedPart } from './errors.ts'
import { loadDatabase } from './load-database.ts'
import { loadJobs } from './load-jobs.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { BackupPlace } from './parts.ts'
import { expectKey, restoreKey } from './restore-key.ts'
import { openStoredFile } from './stored-files.ts'

export type RestoreInput = {
  readonly connectionString: string
  readonly blobs: Blobs
  readonly config: KeySource
  /** Where the service stores files. */
  readonly storage: Storage
  readonly target: Storage
  readonly id: string
  readonly passphrase: string | undefined
  /** Replaces what the database contains. */
  readonly replace: boolean
  /** Leaves out waiting jobs, such as emails and webhook deliveries. */
  readonly withoutJobs: boolean
  readonly progress: OnProgress
}

/** Opens a backup, and checks its manifest and passphrase. */
export async function openBackup(
  input: Pick<RestoreInput, 'target' | 'config' | 'id' | 'passphrase'>,
): Promise<{ place: BackupPlace; manifest: Manifest }> {
  const bytes = await input.target.read(`${BACKUPS_PREFIX}${input.id}/${MANIFEST}`)
  const passphrase = input.passphrase === undefined ? undefined : keyringOf(input.passphrase)
  const manifest = await readManifest(bytes, passphrase)
  const ring = manifest.encryption === undefined ? undefined : passphrase
  return { place: placeOf(input, input.id, ring), manifest }
}

/**
 * Restores a backup: first its files, then the database in one transaction, so that an error leaves the database as it
 * was. The schema is that of the backup afterwards; the next start migrates it. The queue must have been set up.
 * @throws {BackupError} if the database or the keys are in use by other content and `replace` is false
 */
export async function restoreBackup(input: RestoreInput): Promise<Manifest> {
  const { place, manifest } = await openBackup(input)
  const client = await backupClient(input.connectionString)
  try {
    await fixOutput(client)
    // A service that starts from now on waits until the backup is restored.
    await lockMigrations(client)
    await expectNoService(client)
    if (!input.replace) await expectEmpty(client)
    await expectKey(place, manifest, input)
    await restoreFiles(place, manifest, input)
    await client.query('begin')
    await loadDatabase(client, place, { manifest, progress: input.progress })
    await loadJobs(client, place, input.withoutJobs ? { ...manifest, jobs: undefined } : manifest)
    await adaptToNewHome(client, input.storage)
    await restoreKey(place, manifest, input.config)
    await client.query('commit')
    input.progress('Statistics', 1)
    await client.query('analyze')
    return manifest
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Forgets the instances and the backup that were running, and adopts the storage that the service has now. */
async function adaptToNewHome(client: pg.Client, storage: Storage): Promise<void> {
  const marker = await storage
    .stat(STORAGE_MARKER)
    .then((stat) => (stat === null ? null : storage.read(STORAGE_MARKER)))
  const id = marker?.toString().trim() ?? null
  for (const [table, statement] of [
    ['instance', 'delete from instance'],
    ['backup_run', `delete from backup_run where status in ('waiting', 'running')`],
    ['installation', 'update installation set storage_written = false'],
  ] as const) {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      table,
    ])
    if (rows[0]?.exists !== true) continue
    await client.query(statement)
    if (table === 'installation' && id !== null)
      await client.query('update installation set storage_id = $1, storage_written = true', [id])
  }
}

/** Connections of a service that has just ended disappear within a moment. */
async function expectNoService(client: pg.Client): Promise<void> {
  for (let attempt = 1; await isInUse(client); attempt++) {
    if (attempt === 20)
      throw new BackupError('A service is using this database. Stop all instances before you restore.')
    await sleep(50)
  }
}

async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and application_name = 'lectern' and pid <> pg_backend_pid()`,
  )
  return Number(rows[0]?.count) > 0
}

async function expectEmpty(client: pg.Client): Promise<void> {
  const content = await contentOf(client)
  if (content !== null)
    throw new BackupError(
      `The database is not empty: it has ${content}. Add --replace to delete all of it and restore the backup.`,
    )
}

/** Null if the database has neither accounts nor organizations. */
async function contentOf(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('organization') is not null as exists`,
  )
  if (tables[0]?.exists !== true) return null
  const { rows } = await client.query<{ organizations: string; accounts: string; spaces: string }>(
    `select (select count(*) from organization) as organizations, (select count(*) from user_account) as accounts,
       (select count(*) from space) as spaces`,
  )
  const { organizations, accounts, spaces } = rows[0] ?? { organizations: 0, accounts: 0, spaces: 0 }
  if (Number(organizations) + Number(accounts) === 0) return null
  return `${organizations} organizations, ${spaces} spaces and ${accounts} accounts`
}

async function restoreFiles(place: BackupPlace, manifest: Manifest, { blobs, progress }: RestoreInput) {
  if (manifest.files.mode === 'inPlace') return
  const missing = new Set(manifest.files.missing)
  let done = 0
  await inParallel(filesOf(place, manifest), async ({ hash }) => {
    done += 1
    progress(`File ${done} of ${manifest.files.count}`, done / manifest.files.count)
    if (missing.has(hash) || (await blobs.has(hash))) return
    const stored = await blobs.put(await openStoredFile(place, hash))
    if (stored.hash === hash) return
    await blobs.remove(stored.hash)
    throw new DamagedPart(fileKey(hash, place.ring !== undefined), 'its checksum does not match')
  })
}
