import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Service } from '../context.ts'
import { ignoreConnectionErrors } from '../db/client.ts'
import { type Presence, startWithPresence } from './presence.ts'
import type { JobName, JobPayloads } from './queue.ts'

/**
 * Runs one job. A job may run again after a crash or a stop, so handlers must be idempotent. `stop` fires when the
 * service shuts down: throw soon, and the job runs again after the next start.
 */
export type JobHandler<N extends JobName> = (
  service: Service,
  payload: JobPayloads[N],
  stop: AbortSignal,
) => Promise<void>

/** The jobs this process runs; a job without a handler waits for a process that has one. */
export type JobHandlers = { readonly [N in JobName]?: JobHandler<N> }

/** Cron patterns of scheduled jobs, which have no payload. */
export type JobSchedules = { readonly [N in JobName]?: string }

export type Worker = {
  /** Takes no more jobs and resolves when running ones have finished or given up. */
  readonly stop: () => Promise<void>
}

/**
 * New jobs arrive by LISTEN. Polling finds delayed ones, and jobs of a queue whose last one was just being completed
 * when a worker looked for the next.
 */
const POLL_MS = 2000
/** Jobs that run at the same time, except those in `SEPARATE`. */
const CONCURRENCY = 2
/** Jobs that wait for other systems have workers of their own, so that slow ones delay nothing else. */
const SEPARATE: { readonly [N in JobName]?: number } = {
  'deliver-webhook': 8,
  'email-notifications': 4,
  'back-up': 1,
}
/** How long a job may continue after the service was asked to stop. */
const GRACE_MS = 500
const MAX_STOP_MS = 2_500
const RESTART_MS = 1000

/**
 * Results of jobs are stored by the queue's batches, right away. Only these report that the database was away: stored
 * one by one, a failure would end the process.
 */
const REPORT_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Creates the queue's own tables unless they exist; must run before the first job is enqueued. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  ignoreConnectionErrors(pool)
  await runMigrations({ pgPool: pool, logger: new QueueLogger(() => () => undefined) })
}

type WorkerParts = {
  readonly pool: pg.Pool
  readonly handlers: JobHandlers
  readonly schedules?: JobSchedules
}

/**
 * Runs jobs until stopped, alongside any number of other processes on the same database. Workers that end because the
 * database was away start again when it answers.
 */
export async function startWorker(service: Service, parts: WorkerParts): Promise<Worker> {
  ignoreConnectionErrors(parts.pool)
  const stopping = new AbortController()
  let current = await startLanes(service, parts, stopping.signal)
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.ended
      if (stopping.signal.aborted) return
      service.log.warn('The job workers ended and are starting again.')
      await stopLanes(current)
      const next = await startAgain()
      if (next === undefined) return
      current = next
    }
  }

  async function startAgain(): Promise<Lanes | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await startLanes(service, parts, stopping.signal)
      } catch (error) {
        service.log.debug({ err: error }, 'The job workers cannot start yet.')
        await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  return {
    async stop() {
      stopping.abort()
      await stopLanes(current)
      await watching
    },
  }
}

type Lanes = {
  readonly presence: Presence<readonly Runner[]>
  /** Resolves when the workers of a lane have ended, or the service is to stop. */
  readonly ended: Promise<unknown>
}

async function startLanes(
  service: Service,
  { pool, handlers, schedules = {} }: WorkerParts,
  stop: AbortSignal,
): Promise<Lanes> {
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  const ended = Promise.withResolvers<void>()
  stop.addEventListener('abort', () => ended.resolve(), { once: true })
  // A worker that cannot report the result of a job ends, and its pool with it.
  events.on('pool:gracefulShutdown', () => ended.resolve())
  // The queue locks jobs under the id of a pool or of one of its workers.
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  const runners: Runner[] = []
  const starting = startWithPresence(pool, async () => {
    for (const lane of lanesOf(handlers)) {
      const runner = await run({
        pgPool: pool,
        taskList: taskListOf(service, lane.handlers),
        parsedCronItems: lane.isSeparate ? [] : parseCronItems(cronItems(schedules)),
        concurrency: lane.concurrency,
        pollInterval: POLL_MS,
        preset: REPORT_IN_BATCHES,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: GRACE_MS,
        logger: queueLogger(service, stop),
        events,
      })
      void runner.promise.catch(() => undefined).then(() => ended.resolve())
      runners.push(runner)
    }
    return { result: runners, workerIds }
  })
  const presence = await starting.catch(async (error: unknown) => {
    await Promise.allSettled(runners.map((runner) => runner.stop()))
    throw error
  })
  return { presence, ended: ended.promise }
}

/** Scheduled jobs that were due within the last hour while no process ran are caught up on. */
const cronItems = (schedules: JobSchedules): CronItem[] =>
  Object.entries(schedules).map(([task, match]) => ({
    task,
    match,
    options: { backfillPeriod: 3_600_000, jobKey: `cron ${task}`, jobKeyMode: 'preserve_run_at' },
  }))

type Lane = {
  readonly handlers: JobHandlers
  readonly concurrency: number
  readonly isSeparate: boolean
}

/** The handlers that share workers. */
function lanesOf(handlers: JobHandlers): readonly Lane[] {
  const isSeparate = ([name]: readonly [string, unknown]) => name in SEPARATE
  const entries = Object.entries(handlers)
  const separate = entries.filter(isSeparate).map(([name, handler]) => ({
    handlers: { [name]: handler },
    concurrency: SEPARATE[name as JobName] ?? CONCURRENCY,
    isSeparate: true,
  }))
  const others = Object.fromEntries(entries.filter((entry) => !isSeparate(entry)))
  return [{ handlers: others, concurrency: CONCURRENCY, isSeparate: false }, ...separate]
}

/** Schedules that wait for an unreachable database would delay the stop by up to a minute. */
async function stopLanes({ presence: { result: runners, end } }: Lanes): Promise<void> {
  const stopped = Promise.allSettled(runners.map((runner) => runner.stop()))
  await Promise.race([stopped, pause(MAX_STOP_MS, undefined, { ref: false })])
  await end()
}

function taskListOf(service: Service, handlers: JobHandlers): TaskList {
  const list: TaskList = {}
  for (const [name, handler] of Object.entries(handlers)) {
    list[name] = (payload, { abortSignal }) =>
      (handler as JobHandler<JobName>)(
        service,
        payload as JobPayloads[JobName],
        abortSignal ?? new AbortController().signal,
      )
  }
  return list
}

/** A job that gives up because the service stops is not an error. */
function queueLogger({ log }: Service, stop: AbortSignal): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log[stop.aborted ? 'debug' : 'error']({ queue: true }, message)
    if (level === 'warning') log.warn({ queue: true }, message)
    if (level === 'debug') log.trace({ queue: true }, message)
  })
}
