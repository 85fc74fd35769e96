import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { backUpBeforeUpgrade } from './backups/before-upgrade.ts'
import type { Config } from './config.ts'
import { enqueueRebuild } from './content/rebuild-spaces.ts'
import type { Service } from './context.ts'
import { openDatabase } from './db/client.ts'
import type { RestartingPostgres } from './db/embedded-restart.ts'
import { migrate } from './db/migrate.ts'
import { firstStart } from './first-start.ts'
import { buildApp } from './http/app.ts'
import { closeApp } from './http/close.ts'
import { openMetricsServer } from './http/metrics-server.ts'
import { operations } from './http/operations.ts'
import { releaseMemoryWhenIdle } from './idle-memory.ts'
import { announceInstance } from './instances.ts'
import { jobHandlers, schedulesOf } from './jobs/handlers/list.ts'
import { prepareQueue, startWorker } from './jobs/worker.ts'
import { recordBaseUrl } from './public-address.ts'
import { createMissingSearchIndexes } from './search/missing-indexes.ts'
import { serviceOf } from './service.ts'
import { verifyInstallation } from './storage/storage-marker.ts'
import { openTracing } from './tracing/open-tracing.ts'

export type RunningService = {
  readonly service: Service
  readonly app: FastifyInstance
  /** Sets up a first start, then prints the address of the service and how to sign in. */
  readonly announce: () => Promise<void>
  /** Resolves when the service cannot go on, and a restart cannot help. */
  readonly fatal: Promise<Error>
  /** Waits for requests and jobs to end, 3 s at most, then stops the embedded database. */
  readonly close: () => Promise<void>
}

/** What has not ended by then waits for something that does not come, such as a database that is away. */
const MAX_CLOSE_MS = 3_000

type Parts = {
  readonly config: Config
  readonly log: Logger
  /** The server of the database, unless `config` names another. */
  readonly embedded: RestartingPostgres | undefined
  readonly fatal: Promise<Error>
}

/** Migrates the schema, listens, and runs jobs. */
export async function runService({ config, log, embedded, fatal }: Parts): Promise<RunningService> {
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
  const tracing = await openTracing(config)
  const { db, pool, close } = openDatabase(connectionString, { max: 13, onQuery: tracing?.onQuery })
  const service = serviceOf(config, db, log, connectionString, undefined, tracing)
  service.startup.isPending = true
  let app: FastifyInstance | undefined
  let metrics: FastifyInstance | undefined
  try {
    // The database answers while routes are built, which takes a third of a start.
    const prepared = prepareDatabase(service, pool)
    prepared.catch(() => undefined)
    app = await buildApp(service, operations)
    await prepared
    metrics = await openMetricsServer(service)
    await listen(app, config)
  } catch (error) {
    await metrics?.close()
    await close()
    await embedded?.stop()
    throw error
  }
  const listening = app
  const handlers = tracing?.traceJobs(jobHandlers) ?? jobHandlers
  const [worker, announced] = await Promise.all([
    startWorker(service, { pool, handlers, schedules: schedulesOf(config) }),
    announceInstance(service),
  ])
  const indexes = createMissingSearchIndexes(db, connectionString, log)
  const stopReleasingMemory = releaseMemoryWhenIdle()

  async function end(): Promise<void> {
    stopReleasingMemory()
    // Concurrently: a request can wait for a job, which gives up only when the worker stops.
    await Promise.all([closeApp(listening), worker.stop(), metrics?.close(), announced.end(), indexes.stop()])
    await tracing?.close()
    await close()
  }

  return {
    service,
    app: listening,
    fatal,
    async announce() {
      await recordBaseUrl(db, config.baseUrl)
      await firstStart(service, join(import.meta.dirname, '../../docs'))
      service.startup.isPending = false
    },
    async close() {
      await Promise.race([end(), pause(MAX_CLOSE_MS, undefined, { ref: false })])
      await embedded?.stop()
    },
  }
}

async function prepareDatabase(service: Service, pool: Pool): Promise<void> {
  const upgrade = await backUpBeforeUpgrade(service)
  await migrate(service.db, service.log)
  await upgrade?.record()
  await verifyInstallation(service)
  await prepareQueue(pool)
  await enqueueRebuild(service)
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({
      port,
      host,
      listenTextResolver: (address) => `The service is listening at ${address}.`,
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(
      `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another port.`,
    )
  }
}
