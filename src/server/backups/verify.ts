import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { check } from '../content/rebuild.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { fixOutput } from './catalog.ts'
import { digestTable, type OnProgress } from './dump-database.ts'
import { fileKey, filesOf, inParallel } from './dump-files.ts'
import { DecryptionError } from './encryption.ts'
import { BackupError, DamagedPart } from './errors.ts'
import { loadDatabase } from './load-database.ts'
import type { Manifest } from './manifest.ts'
import { type BackupPlace, checkPart } from './parts.ts'
import { openBackup, type RestoreInput } from './restore.ts'
import { openStoredFile } from './stored-files.ts'

/** Findings that are reported; the rest is counted by no one. */
const MAX_FINDINGS = 100

type Verification = {
  readonly manifest: Manifest
  /** One sentence per damage; empty if the backup can be restored completely. */
  readonly findings: readonly string[]
}

type VerifyInput = Pick<
  RestoreInput,
  'connectionString' | 'config' | 'target' | 'id' | 'passphrase' | 'progress'
> & { readonly signal?: AbortSignal }

/**
 * Checks that a backup can be restored: reads every part and file, restores the database into a scratch database on the
 * same server, compares rows with the manifest, migrates it to this version, and compares the projections of all spaces
 * with their revisions. The scratch database is dropped afterwards.
 * @throws {BackupError} if the manifest cannot be read or no scratch database can be created
 */
export async function verifyBackup(input: VerifyInput): Promise<Verification> {
  const { place, manifest } = await openBackup(input)
  // A damaged list of files is reported by both.
  const damaged = [
    ...new Set([
      ...(await damagedParts(place, manifest, input)),
      ...(await damagedFiles(place, manifest, input)),
    ]),
  ]
  if (damaged.length > 0) return { manifest, findings: damaged.slice(0, MAX_FINDINGS) }
  const findings = await inScratchDatabase(input, (connectionString) =>
    restoredFindings(connectionString, place, { manifest, progress: input.progress }),
  )
  return { manifest, findings: findings.slice(0, MAX_FINDINGS) }
}

async function damagedParts(
  place: BackupPlace,
  manifest: Manifest,
  { progress }: VerifyInput,
): Promise<string[]> {
  const parts = [...manifest.tables, ...(manifest.jobs ? [manifest.jobs] : [])]
    .flatMap((table) => table.parts)
    .concat(manifest.keys, manifest.files.list)
  const findings: string[] = []
  for (const [index, part] of parts.entries()) {
    progress(`Check ${part.name}`, (index / parts.length) * 0.2)
    const damage = await damageIn(() => checkPart(place, part))
    if (damage !== null) findings.push(damage)
  }
  return findings
}

async function damagedFiles(
  place: BackupPlace,
  manifest: Manifest,
  { progress }: VerifyInput,
): Promise<string[]> {
  const findings = manifest.files.missing.map(
    (hash) => `File ${hash} was missing from the storage when the backup was made.`,
  )
  if (manifest.files.mode === 'inPlace') return findings
  const missing = new Set(manifest.files.missing)
  let done = 0
  const checkAll = inParallel(filesOf(place, manifest), async ({ hash }) => {
    done += 1
    progress(`Check file ${done} of ${manifest.files.count}`, 0.2 + (done / manifest.files.count) * 0.3)
    if (missing.has(hash)) return
    const damage = await damageIn(() => checkFile(place, hash))
    if (damage !== null && findings.length < MAX_FINDINGS) findings.push(damage)
  })
  const damage = await damageIn(() => checkAll)
  return damage === null ? findings : [...findings, damage]
}

async function checkFile(place: BackupPlace, hash: string): Promise<void> {
  const key = fileKey(hash, place.ring !== undefined)
  const digest = createHash('sha256')
  try {
    for await (const chunk of await openStoredFile(place, hash)) digest.update(chunk as Buffer)
  } catch (error) {
    throw error instanceof DamagedPart || !(error instanceof DecryptionError)
      ? error
      : new DamagedPart(key, 'it cannot be decrypted')
  }
  if (digest.digest('hex') !== hash) throw new DamagedPart(key, 'its checksum does not match')
}

/** Other errors than damage, such as an unavailable object store, are thrown. */
async function damageIn(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof DamagedPart) return error.message
    throw error
  }
}

async function restoredFindings(
  connectionString: string,
  place: BackupPlace,
  { manifest, progress }: { readonly manifest: Manifest; readonly progress: OnProgress },
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'lectern-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await fixOutput(client)
    await client.query('begin')
    await loadDatabase(client, place, {
      manifest,
      progress: (step, part) => progress(step, 0.5 + part * 0.2),
    })
    const findings: string[] = []
    for (const [index, table] of manifest.tables.entries()) {
      progress(`Compare ${table.name}`, 0.7 + (index / manifest.tables.length) * 0.1)
      const { rows, digest } = await digestTable(client, table)
      if (rows !== table.rows || digest !== table.digest)
        findings.push(
          `Table ${table.name} has ${rows} rows after restoring, and ${table.rows} in the backup.`,
        )
    }
    findings.push(...(await filesWithoutBytes(client)))
    await client.query('commit')
    await client.query('analyze')
    return [...findings, ...(await wrongProjections(connectionString, progress))]
  } catch (error) {
    if (error instanceof DamagedPart) return [error.message]
    if (error instanceof pg.DatabaseError)
      return [`The rows do not fit the schema: ${error.message}${error.detail ? ` (${error.detail})` : ''}`]
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Files of spaces that the list of stored bytes does not contain. */
async function filesWithoutBytes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select file_id as id from file where not exists (select from file_blob stored
       where stored.organization_id = file.organization_id and stored.hash = file.blob) limit ${MAX_FINDINGS}`,
  )
  return rows.map(({ id }) => `The bytes of file ${id} are not in the backup.`)
}

async function wrongProjections(connectionString: string, progress: OnProgress): Promise<string[]> {
  const { db, close } = openDatabase(connectionString, { max: 2 })
  try {
    await migrate(db, { info: () => undefined })
    const spaces = await db
      .selectFrom('space')
      .select(['organization_id as organizationId', 'id as spaceId'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const findings: string[] = []
    for (const [index, at] of spaces.entries()) {
      progress(`Check space ${index + 1} of ${spaces.length}`, 0.8 + (index / spaces.length) * 0.2)
      findings.push(
        ...(await check(db, at)).map((what) => `Space ${at.spaceId}: ${what} is not as in its revision.`),
      )
    }
    return findings
  } finally {
    await close()
  }
}

/** Runs something on a new empty database on the same server, which is dropped afterwards. */
async function inScratchDatabase<T>(
  { connectionString, signal }: VerifyInput,
  run: (connectionString: string) => Promise<T>,
): Promise<T> {
  const server = new pg.Client({ connectionString, application_name: 'lectern-backup' })
  server.on('error', () => undefined)
  await server.connect()
  const { rows } = await server.query<{ name: string; mine: string }>('select current_database() as name')
  const prefix = `${rows[0]?.name.slice(0, 40)}_verify_`
  const name = prefix + randomBytes(4).toString('hex')
  const stop = () => void server.query(`drop database if exists ${name} with (force)`).catch(() => undefined)
  try {
    await dropAbandoned(server, prefix)
    await createScratch(server, name)
    signal?.addEventListener('abort', stop)
    return await run(inDatabase(connectionString, name))
  } finally {
    signal?.removeEventListener('abort', stop)
    await server.query(`drop database if exists "${name}" with (force)`).catch(() => undefined)
    await server.end().catch(() => undefined)
  }
}

/** Scratch databases of processes that were killed: no one is connected to them. */
async function dropAbandoned(server: pg.Client, prefix: string): Promise<void> {
  const { rows } = await server
    .query<{ name: string }>(
      `select datname as name from pg_database d where starts_with(datname, $1)
       and not exists (select from pg_stat_activity a where a.datname = d.datname)
       and (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - interval '1 hour'`,
      [prefix],
    )
    .catch(() => ({ rows: [] }))
  for (const { name } of rows) await server.query(`drop database if exists "${name}"`).catch(() => undefined)
}

async function createScratch(server: pg.Client, name: string): Promise<void> {
  try {
    await server.query(`create database "${name}" template template0 encoding 'UTF8'`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new BackupError(
      'The database role can’t create the scratch database for verification. Grant it CREATEDB.',
    )
  }
}

function inDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
