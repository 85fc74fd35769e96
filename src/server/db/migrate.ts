import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './client.ts'
import { formerNames, migrations } from './migrations/list.ts'

/**
 * A change to a table waits this long for the requests of running instances, which wait behind it in the meantime. Then it lets
 * them go on for a moment and starts again. Much shorter than PostgreSQL's deadlock_timeout (1 s): of a migration and a
 * request that wait for each other, the migration gives up.
 */
const LOCK_TIMEOUT_MS = 200
const RETRY_MS = 500
const MAX_WAIT_MS = 600_000
/** Lock timeout and deadlock. */
const RETRY_CODES = new Set<unknown>(['55P03', '40P01'])

/**
 * Runs all pending migrations in one transaction. Kysely holds an advisory lock, so that any number of instances can
 * start at the same time: one migrates, the others wait. Throws what the failing migration threw; the schema is then
 * unchanged. Migrations only add what running instances of the version before don't need, so those go on.
 * @throws {NewerSchemaError} if a newer version has already migrated the schema
 */
export async function migrate(
  db: Db,
  log: Pick<Logger, 'info'>,
  list: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  await adoptFormerNames(db)
  await expectKnownSchema(db)
  const deadline = performance.now() + MAX_WAIT_MS
  let { error, results = [] } = await attempt(db, list)
  while (isBlocked(error) && performance.now() < deadline) {
    log.info('The schema upgrade is waiting for long-running requests.')
    await pause(RETRY_MS)
    ;({ error, results = [] } = await attempt(db, list))
  }
  if (error !== undefined) throw error
  const steps = results.map(({ migrationName }) => migrationName)
  if (steps.length > 0) log.info({ steps }, 'The schema is up to date now.')
}

const attempt = (db: Db, list: Readonly<Record<string, Migration>>): Promise<MigrationResultSet> =>
  db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, false)`.execute(connection)
    try {
      const provider = { getMigrations: async () => ({ ...list }) }
      return await new Migrator({ db: connection, provider }).migrateToLatest()
    } finally {
      await sql`reset lock_timeout`.execute(connection)
    }
  })

const isBlocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRY_CODES.has(error.code)

/** The advisory lock of Kysely's migrations, which every start of the service takes. */
const MIGRATION_LOCK = '3853314791062309107'

/** Holds migrations, and so every start of the service, until the connection ends. Waits for a running one. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

/** A newer version has changed the schema; `message` says what to do. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/** This version may no longer know what the data mean, so it doesn't start on them. */
async function expectKnownSchema(db: Db): Promise<void> {
  if (!(await hasMigrations(db))) return
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all(${Object.keys(migrations)}) order by name desc`.execute(
    db,
  )
  const [newest] = rows
  if (newest === undefined) return
  throw new NewerSchemaError(
    `A newer version of Lectern has already used this database (its schema is at ${newest.name}). Start that version, or restore the backup from before the upgrade.`,
  )
}

/** Renames the entries of migrations that ran under a former name; the order of the entries stays the same. */
async function adoptFormerNames(db: Db): Promise<void> {
  if (!(await hasMigrations(db))) return
  const [from, to] = [Object.keys(formerNames), Object.values(formerNames)]
  await sql`update kysely_migration set name = renamed.name
    from unnest(${from}::text[], ${to}::text[]) as renamed (former, name)
    where kysely_migration.name = renamed.former`.execute(db)
}

async function hasMigrations(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}
