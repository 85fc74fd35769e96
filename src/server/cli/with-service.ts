import { readConfig } from '../config.ts'
import type { Service } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import { startPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { DomainError } from '../errors.ts'
import { prepareQueue } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { serviceOf } from '../service.ts'

/**
 * Lends a command the service's parts, without its door: on the database that the environment names, else on the
 * embedded one, which is used together with a running service or started for as long as the command takes.
 */
export async function withService<T>(run: (service: Service) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog({ level: process.env.LOG_LEVEL ?? 'warn' })
  const embedded =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : undefined
  const { db, pool, close } = openDatabase(config.databaseUrl ?? embedded?.connectionString ?? '', { max: 4 })
  try {
    await migrate(db, log)
    await prepareQueue(pool)
    return await run(serviceOf(config, db, log))
  } finally {
    await close()
    await embedded?.stop()
  }
}

/** The organization that a space is in. Throws `DomainError('not_found')`. */
export async function spaceRefOf({ db }: Service, spaceId: string) {
  const space = await db
    .selectFrom('space')
    .select('organization_id as organizationId')
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (space === undefined) throw new DomainError('not_found', `There is no space ${spaceId}`)
  return { organizationId: space.organizationId, spaceId }
}
