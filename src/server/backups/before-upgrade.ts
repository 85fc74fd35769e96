import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Blobs } from '../content/blobs.ts'
import type { Db } from '../db/client.ts'
import { formerNames, migrations } from '../db/migrations/list.ts'
import { newId } from '../ids.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { BACKUPS_PREFIX, createBackup } from './create-backup.ts'
import { BackupError } from './errors.ts'
import type { Manifest } from './manifest.ts'
import { removeOldBackups } from './retention.ts'
import { finishRun, insertBackupRun, recordManifest } from './run-queries.ts'

const KEEP = 3
/** How long an instance waits while another one backs up and migrates the same database. */
const MAX_WAIT_MS = 30 * 60_000

type UpgradeInput = {
  readonly config: Pick<Config, 'backup' | 'dataDir' | 'sealingKey'>
  readonly connectionString: string
  readonly db: Db
  readonly blobs: Blobs
  readonly log: Pick<Logger, 'info'>
}

/** Lists the backup once the migrations have created the table for it. */
type UpgradeBackup = { readonly record: () => Promise<void> }

/**
 * Backs up a database with content into `DATA_DIR/backups` before migrations change it, and says how to go back.
 * Uploaded files stay where they are, since no migration touches them. A start without pending migrations costs one
 * query.
 * @throws {BackupError} if the backup fails: the upgrade must not begin then
 */
export async function backUpBeforeUpgrade(input: UpgradeInput): Promise<UpgradeBackup | undefined> {
  const { config, connectionString, db, blobs, log } = input
  if (!config.backup.beforeUpgrade) return undefined
  const target = folderStorage(config.dataDir)
  const { passphrase } = config.backup
  for (const end = Date.now() + MAX_WAIT_MS; await needsUpgrade(db); await sleep(1000)) {
    const now = new Date()
    try {
      log.info('The database is backed up before the upgrade.')
      const backup = { connectionString, blobs, config, target, passphrase, now, inPlace: true }
      const manifest = await createBackup(backup)
      await removeOldBackups({ connectionString, target, config, passphrase, keep: KEEP, keepDays: 0, now })
      log.info(howToGoBack(config.dataDir, manifest))
      return { record: () => record(db, { config, manifest, now }) }
    } catch (error) {
      const isBusy = error instanceof BackupError && error.message.startsWith('Another backup')
      if (!isBusy || Date.now() > end) throw failure(error)
    }
  }
  return undefined
}

/** Whether migrations are pending on a database with content. */
async function needsUpgrade(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return false
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = new Set(applied.map(({ name }) => formerNames[name] ?? name))
  if (names.size === 0 || Object.keys(migrations).every((name) => names.has(name))) return false
  return (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) !== undefined
}

function howToGoBack(dataDir: string, { id }: Manifest): string {
  const path = join(dataDir, BACKUPS_PREFIX, id)
  return [
    `The backup is in ${path}. To go back, stop the service and run`,
    `npm run lectern -- restore ${path} --replace --no-migrate`,
    `with this version. Then start the version that you used before.`,
  ].join(' ')
}

const failure = (error: unknown): BackupError =>
  new BackupError(
    `The backup before the upgrade failed, so nothing was changed: ${error instanceof Error ? error.message : String(error)} Fix this, or set LECTERN_BACKUP_BEFORE_UPGRADE=0 to upgrade without a backup.`,
  )

async function record(
  db: Db,
  {
    config,
    manifest,
    now,
  }: { readonly config: UpgradeInput['config']; readonly manifest: Manifest; readonly now: Date },
): Promise<void> {
  const id = newId()
  const run = {
    id,
    trigger: 'upgrade',
    target: join(config.dataDir, BACKUPS_PREFIX),
    created_at: now,
  } as const
  await insertBackupRun(db, { ...run, encrypted: config.backup.passphrase !== undefined })
  await recordManifest(db, id, manifest)
  await finishRun(db, id, { status: 'succeeded', now: new Date() })
}
