import { backUpBeforeUpgrade } from '../backups/before-upgrade.ts'
import { readConfig } from '../config.ts'
import type { Service } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import { startPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { DomainError } from '../errors.ts'
import { prepareQueue } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { baseUrlForLinks } from '../public-address.ts'
import { serviceOf } from '../service.ts'
import { verifyInstallation } from '../storage/storage-marker.ts'

/**
 * Runs a command with the parts of the service, without the HTTP server: on the configured database, else on the
 * embedded one, which is shared with a running service or started for the duration of the command.
 */
export async function withService<T>(run: (service: Service) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog({ level: process.env.LOG_LEVEL ?? 'warn' })
  const embedded =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : undefined
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
  const { db, pool, close } = openDatabase(connectionString, { max: 4 })
  try {
    const upgrade = await backUpBeforeUpgrade(serviceOf(config, db, log, connectionString))
    await migrate(db, log)
    await upgrade?.record()
    await prepareQueue(pool)
    const baseUrl = await baseUrlForLinks(db, config, process.env)
    const service = serviceOf({ ...config, baseUrl }, db, log, connectionString)
    await verifyInstallation(service)
    return await run(service)
  } finally {
    await close()
    await embedded?.stop()
  }
}

/** The reference of a space, with its organization. Throws `DomainError('not_found')`. */
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
