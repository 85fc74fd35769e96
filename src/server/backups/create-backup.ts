import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Blobs } from '../content/blobs.ts'
import { type KeySource, sealingKey } from '../sealing.ts'
import type { Storage } from '../storage/storage.ts'
import { version } from '../version.ts'
import { backupClient, lockBackups } from './backup-lock.ts'
import { appliedMigrations, fixOutput, partitionsOf, sequencesOf } from './catalog.ts'
import { dumpJobs, dumpTables, type OnProgress } from './dump-database.ts'
import { dumpFiles } from './dump-files.ts'
import { type Keyring, keyringOf } from './encryption.ts'
import { BackupError } from './errors.ts'
import { type Manifest, type Part, writeManifest } from './manifest.ts'
import { type BackupPlace, writePart } from './parts.ts'

type BackupInput = {
  readonly connectionString: string
  readonly blobs: Blobs
  readonly config: KeySource
  readonly target: Storage
  readonly passphrase: string | undefined
  readonly now: Date
  /** Leaves uploaded files where they are. */
  readonly inPlace?: boolean
  /** Writes files again that the target already has. */
  readonly rewrite?: boolean
  readonly signal?: AbortSignal
  readonly progress?: OnProgress
}

/** Every backup is a folder below this one. */
export const BACKUPS_PREFIX = 'backups/'
export const MANIFEST = 'manifest.json'
/** The key without which secrets in the database cannot be read. */
const SEALING_KEY = 'keys/sealing.key'

/**
 * Writes a backup of one moment: the database in one REPEATABLE READ transaction, and the files that it refers to.
 * Writes to the service go on. The manifest is written last; without it a folder is not a backup.
 * @throws {BackupError} if another backup of this database is running
 */
export async function createBackup(input: BackupInput): Promise<Manifest> {
  const ring = input.passphrase === undefined ? undefined : keyringOf(input.passphrase)
  const id = `${input.now.toISOString().slice(0, 19).replace(/[:]/g, '')}Z-${randomBytes(3).toString('hex')}`
  const place = placeOf(input, id, ring)
  const client = await backupClient(input.connectionString)
  const abort = () => void client.end().catch(() => undefined)
  input.signal?.addEventListener('abort', abort)
  try {
    if (!(await lockBackups(client))) throw new BackupError('Another backup of this database is running.')
    await fixOutput(client)
    await client.query('begin isolation level repeatable read read only')
    const manifest = await dump(client, place, { ...input, id, ring })
    await place.storage.put(place.prefix + MANIFEST, await writeManifest(manifest, ring))
    return manifest
  } catch (error) {
    await place.storage.deleteAll(place.prefix).catch(() => undefined)
    throw input.signal?.aborted ? input.signal.reason : error
  } finally {
    input.signal?.removeEventListener('abort', abort)
    await client.end().catch(() => undefined)
  }
}

export const placeOf = (
  { target, config }: { readonly target: Storage; readonly config: Pick<Config, 'dataDir'> },
  id: string,
  ring: Keyring | undefined,
): BackupPlace => ({
  storage: target,
  prefix: `${BACKUPS_PREFIX}${id}/`,
  ring,
  temporary: join(config.dataDir, 'tmp', 'backups'),
})

async function dump(
  client: pg.Client,
  place: BackupPlace,
  {
    id,
    ring,
    now,
    blobs,
    inPlace = false,
    rewrite = false,
    config,
    progress = () => undefined,
  }: BackupInput & {
    readonly id: string
    readonly ring: Keyring | undefined
  },
): Promise<Manifest> {
  // The first query takes the snapshot.
  const migrations = await appliedMigrations(client)
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  // Partitions that appear later have no rows in the snapshot.
  const partitions = await partitionsOf(client)
  const tables = await dumpTables(client, place, (step, part) => progress(step, part / 2))
  const jobs = await dumpJobs(client, place)
  const keys = await dumpKeys(place, config)
  const files = await dumpFiles(client, place, {
    blobs,
    inPlace,
    rewrite,
    progress: (step, part) => progress(step, 0.5 + part / 2),
  })
  return {
    format: 1,
    id,
    createdAt: now.toISOString(),
    version,
    postgresql: rows[0]?.version ?? '',
    ...(ring === undefined ? {} : { encryption: { salt: ring.salt.toString('hex') } }),
    migrations,
    tables,
    ...(jobs === null ? {} : { jobs }),
    // Read last: sequences are not part of a snapshot, and a later value is never too low.
    sequences: await sequencesOf(client),
    partitions,
    keys,
    files,
  }
}

async function dumpKeys(place: BackupPlace, config: KeySource): Promise<Part[]> {
  const key = await sealingKey(config, false)
  return key === null ? [] : [await writePart(place, SEALING_KEY, Readable.from([key]))]
}

/** Bytes of a backup without the uploaded files. */
export const databaseBytes = (manifest: Manifest): number =>
  [...manifest.tables, ...(manifest.jobs ? [manifest.jobs] : [])]
    .flatMap(({ parts }) => parts)
    .concat(manifest.keys, manifest.files.list)
    .reduce((sum, { size }) => sum + size, 0)
