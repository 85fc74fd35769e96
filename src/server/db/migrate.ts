import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import type { Db } from './client.ts'
import { formerNames, migrations } from './migrations/list.ts'

/**
 * Runs all pending migrations in one transaction. Kysely holds an advisory lock, so that any number of instances can
 * start at the same time: one migrates, the others wait. Throws what the failing migration threw; the schema is then
 * unchanged.
 */
export async function migrate(db: Db, log: Pick<Logger, 'info'>): Promise<void> {
  await adoptFormerNames(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  const steps = results.map(({ migrationName }) => migrationName)
  if (steps.length > 0) log.info({ steps }, 'The schema is up to date now.')
}

/** Renames the entries of migrations that ran under a former name; the order of the entries stays the same. */
async function adoptFormerNames(db: Db): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return
  const [from, to] = [Object.keys(formerNames), Object.values(formerNames)]
  await sql`update kysely_migration set name = renamed.name
    from unnest(${from}::text[], ${to}::text[]) as renamed (former, name)
    where kysely_migration.name = renamed.former`.execute(db)
}
