import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { blobsIn } from './content/blobs.ts'
import type { Service } from './context.ts'
import type { Db } from './db/client.ts'
import { newId } from './ids.ts'
import { jobs } from './jobs/queue.ts'
import { urlsOf } from './urls.ts'

/** Puts together what handlers, jobs and commands work with. Opens nothing by itself. */
export const serviceOf = (config: Config, db: Db, log: Logger): Service => ({
  config,
  db,
  log,
  urls: urlsOf(config.baseUrl),
  jobs,
  blobs: blobsIn(join(config.dataDir, 'blobs')),
  now: () => new Date(),
  newId: () => newId(),
})
