import type { Logger } from 'pino'
import { createChangeFeed } from './changes/feed.ts'
import type { Config } from './config.ts'
import { blobsIn } from './content/blobs.ts'
import type { Service } from './context.ts'
import type { Db } from './db/client.ts'
import { type Dns, systemDns } from './dns.ts'
import { newId } from './ids.ts'
import { jobs } from './jobs/queue.ts'
import { createOperationRecorder } from './operation-times.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Tracing } from './tracing/tracing.ts'
import { urlsOf } from './urls.ts'

/**
 * The parts that handlers, jobs and commands use. Opens no connections itself; the change feed connects with
 * `connectionString`, which commands and jobs do not need.
 */
export function serviceOf(
  config: Config,
  db: Db,
  log: Logger,
  connectionString = '',
  dns: Dns = systemDns(config.dnsServers),
  tracing?: Tracing,
): Service {
  const storage = openStorage(config)
  return {
    config,
    db,
    connectionString,
    log,
    urls: urlsOf(config.baseUrl),
    jobs,
    changes: createChangeFeed(connectionString, log),
    operationTimes: createOperationRecorder(),
    tracing,
    dns: dns,
    startup: { isPending: false },
    storage,
    blobs: blobsIn(storage),
    now: () => new Date(),
    newId: () => newId(),
  }
}
