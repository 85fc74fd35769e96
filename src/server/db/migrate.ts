import { Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import type { Db } from './client.ts'
import { migrations } from './migrations/list.ts'

/**
 * Brings the schema up to date, all steps in one transaction. Kysely holds an advisory lock
 * meanwhile, so that any number of instances may start at once: one works, the others wait.
 * Throws what the failing step threw; the schema is then as it was.
 */
export async function migrate(db: Db, log: Pick<Logger, 'info'>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  const steps = results.map(({ migrationName }) => migrationName)
  if (steps.length > 0) log.info({ steps }, 'The schema is up to date now.')
}
