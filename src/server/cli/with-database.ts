import { type Config, readConfig } from '../config.ts'
import type { Blobs } from '../content/blobs.ts'
import { blobsIn } from '../content/blobs.ts'
import { startPostgres } from '../db/embedded.ts'
import { createLog } from '../log.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'

export type RawDatabase = {
  readonly config: Config
  readonly connectionString: string
  readonly storage: Storage
  readonly blobs: Blobs
}

/** Runs a command on the configured database, else on the embedded one, as it is: nothing is migrated. */
export async function withDatabase<T>(run: (database: RawDatabase) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog({ level: process.env.LOG_LEVEL ?? 'warn' })
  const embedded =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : undefined
  const storage = openStorage(config)
  try {
    const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
    return await run({ config, connectionString, storage, blobs: blobsIn(storage) })
  } finally {
    await embedded?.stop()
  }
}
