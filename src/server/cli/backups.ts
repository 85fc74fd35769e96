import pg from 'pg'
import { createBackup, databaseBytes } from '../backups/create-backup.ts'
import { BackupError } from '../backups/errors.ts'
import type { Manifest } from '../backups/manifest.ts'
import { openBackup, restoreBackup } from '../backups/restore.ts'
import { removeOldBackups } from '../backups/retention.ts'
import { targetSettings } from '../backups/settings.ts'
import { findBackup, openTarget, splitAddress } from '../backups/target.ts'
import { verifyBackup } from '../backups/verify.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { prepareQueue } from '../jobs/worker.ts'
import type { Storage } from '../storage/storage.ts'
import type { RawDatabase } from './with-database.ts'

type Print = (line: string) => void

/** Writes a backup to a folder or object store, by default the configured one; there old backups are deleted. */
export async function backUp(
  database: RawDatabase,
  { to, print }: { readonly to: string | undefined; readonly print: Print },
): Promise<void> {
  const { config, connectionString, blobs } = database
  const target = targetOf(config, to)
  const { passphrase, keep, keepDays } = config.backup
  const now = new Date()
  const manifest = await createBackup({ connectionString, blobs, config, target, passphrase, now })
  for (const line of linesOf(manifest, target)) print(line)
  if (manifest.files.missing.length > 0)
    print(
      `Warning: ${manifest.files.missing.length} uploaded files are missing from ${database.storage.location}`,
    )
  if (to !== undefined) return
  const removed = await removeOldBackups({
    connectionString,
    target,
    config,
    passphrase,
    keep,
    keepDays,
    now,
  })
  if (removed.length > 0) print(`${removed.length} old backups were deleted`)
}

type RestoreOptions = {
  readonly address: string
  readonly replace: boolean
  readonly withoutJobs: boolean
  /** Leaves the schema as the backup has it, for the version of Lectern that wrote it. */
  readonly migrate: boolean
  readonly print: Print
}

export async function restore(database: RawDatabase, options: RestoreOptions): Promise<void> {
  const { config, connectionString } = database
  const { print } = options
  const { target, id } = await backupAt(config, options.address)
  const { manifest } = await openBackup({ target, config, id, passphrase: config.backup.passphrase })
  for (const line of linesOf(manifest, target)) print(line)
  await setUpQueue(connectionString)
  await restoreBackup({
    ...database,
    ...options,
    target,
    id,
    passphrase: config.backup.passphrase,
    progress: () => undefined,
  })
  if (options.migrate) await migrateDatabase(connectionString)
  print(`Restored the backup of ${manifest.createdAt}. Start the service now.`)
  if (!options.migrate) print(`Start Lectern ${manifest.version}: the schema is the one of that version.`)
}

/** Returns whether the backup can be restored completely. */
export async function verify(
  { config, connectionString }: RawDatabase,
  { address, print }: { readonly address: string; readonly print: Print },
): Promise<boolean> {
  const { target, id } = await backupAt(config, address)
  const { manifest, findings } = await verifyBackup({
    connectionString,
    config,
    target,
    id,
    passphrase: config.backup.passphrase,
    progress: () => undefined,
  })
  for (const line of linesOf(manifest, target)) print(line)
  for (const finding of findings) print(`  ${finding}`)
  print(findings.length === 0 ? 'Verified: it can be restored completely' : `${findings.length} problems`)
  return findings.length === 0
}

function targetOf({ backup }: RawDatabase['config'], to: string | undefined): Storage {
  const settings = to === undefined ? backup.to : targetSettings(backup.s3, to)
  if (settings === undefined)
    throw new BackupError(
      'Add --to with a folder or an address such as s3://bucket/prefix, or set LECTERN_BACKUP_TO.',
    )
  return openTarget(settings)
}

async function backupAt(
  config: RawDatabase['config'],
  address: string,
): Promise<{ target: Storage; id: string }> {
  const { target: path, id } = splitAddress(address)
  const target = targetOf(config, path)
  return { target, id: await findBackup(target, id) }
}

async function setUpQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'lectern-backup' })
  try {
    await prepareQueue(pool)
  } finally {
    await pool.end()
  }
}

async function migrateDatabase(connectionString: string): Promise<void> {
  const { db, close } = openDatabase(connectionString, { max: 2 })
  try {
    await migrate(db, { info: () => undefined })
  } finally {
    await close()
  }
}

function linesOf(manifest: Manifest, { location }: Storage): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { files } = manifest
  return [
    `Backup ${manifest.id} in ${location}`,
    `  of ${manifest.createdAt}, Lectern ${manifest.version}, ${manifest.encryption ? 'encrypted' : 'not encrypted'}`,
    `  ${manifest.tables.length} tables with ${rows} rows (${megabytes(databaseBytes(manifest))})`,
    `  ${files.count} files (${megabytes(files.bytes)})${files.mode === 'inPlace' ? ', which stay in the storage' : ''}`,
  ]
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
