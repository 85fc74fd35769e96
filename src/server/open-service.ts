import type { Config } from './config.ts'
import { startRestartingPostgres } from './db/embedded-restart.ts'
import { createLog } from './log.ts'
import type { RunningService } from './run-service.ts'

/**
 * Starts the embedded database if none is configured, migrates the schema, listens, and runs jobs. Nearly all modules are
 * loaded while the server of the database starts.
 */
export async function openService(config: Config): Promise<RunningService> {
  const log = createLog({ level: config.logLevel })
  const fatal = Promise.withResolvers<Error>()
  const starting =
    config.databaseUrl === undefined
      ? startRestartingPostgres({ dataDir: config.dataDir, log, onFatal: fatal.resolve })
      : undefined
  const [{ runService }, embedded] = await Promise.all([import('./run-service.ts'), starting])
  return runService({ config, log, embedded, fatal: fatal.promise })
}
