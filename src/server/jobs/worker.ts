import { EventEmitter } from 'node:events'
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

/** New jobs arrive by LISTEN; polling only finds delayed ones. */
const POLL_MS = 10_000
/** Jobs that run at the same time, except those in `SEPARATE`. */
const CONCURRENCY = 2
/** Jobs that wait for other systems have workers of their own, so that slow ones delay nothing else. */
const SEPARATE: { readonly [N in JobName]?: number } = { 'deliver-webhook': 8 }
/** How long a job may continue after the service was asked to stop. */
const GRACE_MS = 500

/** Creates the queue's own tables unless they exist; must run before the first job is enqueued. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  ignoreConnectionErrors(pool)
  await runMigrations({ pgPool: pool, logger: new QueueLogger(() => () => undefined) })
}

/** Runs jobs until stopped, alongside any number of other processes on the same database. */
export async function startWorker(
  service: Service,
  { pool, handlers, schedules = {} }: { pool: pg.Pool; handlers: JobHandlers; schedules?: JobSchedules },
): Promise<Worker> {
  ignoreConnectionErrors(pool)
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  const state = { isStopping: false }
  // The queue locks jobs under the id of a pool or of one of its workers.
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  const presence = await startWithPresence(pool, async () => {
    const runners: Runner[] = []
    for (const lane of lanesOf(handlers)) {
      runners.push(
        await run({
          pgPool: pool,
          taskList: taskListOf(service, lane.handlers),
          parsedCronItems: lane.isSeparate ? [] : parseCronItems(cronItems(schedules)),
          concurrency: lane.concurrency,
          pollInterval: POLL_MS,
          noHandleSignals: true,
          gracefulShutdownAbortTimeout: GRACE_MS,
          logger: queueLogger(service, state),
          events,
        }),
      )
    }
    return { result: runners, workerIds }
  })
  return {
    stop() {
      state.isStopping = true
      return stop(presence)
    },
  }
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

async function stop({ result: runners, end }: Presence<readonly Runner[]>): Promise<void> {
  await Promise.all(runners.map((runner) => runner.stop()))
  await end()
}

const ignore = () => undefined

/** A broken connection must not end the process; the query that uses it fails anyway. */
function ignoreConnectionErrors(pool: pg.Pool): void {
  if (pool.listeners('error').includes(ignore)) return
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
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
function queueLogger({ log }: Service, state: { readonly isStopping: boolean }): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log[state.isStopping ? 'debug' : 'error']({ queue: true }, message)
    if (level === 'warning') log.warn({ queue: true }, message)
    if (level === 'debug') log.trace({ queue: true }, message)
  })
}
