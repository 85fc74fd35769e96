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
import { type Presence, presentOn } from './presence.ts'
import type { JobName, JobPayloads } from './queue.ts'

/**
 * What a job does. It may be begun again after a crash or a stop, so it must not do its work twice; `stop` fires
 * when the service ends: give up soon by throwing, and the job is begun again at the next start.
 */
export type Task<N extends JobName> = (
  service: Service,
  payload: JobPayloads[N],
  stop: AbortSignal,
) => Promise<void>

/** The jobs this process works on; a job without a task waits for one that has it. */
export type Tasks = { readonly [N in JobName]?: Task<N> }

/** Jobs that come by the clock, each with its pattern as cron has it. They are told nothing. */
export type Crons = { readonly [N in JobName]?: string }

export type Worker = {
  /** Takes no more jobs and ends when those under way have ended or given up. */
  readonly stop: () => Promise<void>
}

/** Jobs come by LISTEN; polling only finds those put off for later. */
const POLL_MS = 10_000
/** How long a job may go on after the service was told to stop. */
const GRACE_MS = 500

/** Makes the queue's own tables; before the first job is put aside. Harmless when they are there. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  outliveBrokenConnections(pool)
  await runMigrations({ pgPool: pool, logger: new QueueLogger(() => () => undefined) })
}

/** Works on jobs until stopped, two at a time, beside any number of other processes on the same database. */
export async function startWorker(
  service: Service,
  { pool, tasks, crons = {} }: { pool: pg.Pool; tasks: Tasks; crons?: Crons },
): Promise<Worker> {
  outliveBrokenConnections(pool)
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  const state = { isStopping: false }
  // Jobs are held in the name of a pool or of one of its workers.
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  const presence = await presentOn(pool, async () => {
    const runner = await run({
      pgPool: pool,
      taskList: taskListOf(service, tasks),
      parsedCronItems: parseCronItems(cronItems(crons)),
      concurrency: 2,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: GRACE_MS,
      logger: queueLogger(service, state),
      events,
    })
    return { result: runner, workerIds }
  })
  return {
    stop() {
      state.isStopping = true
      return stop(presence)
    },
  }
}

/** What fell due within the last hour while nobody was there is made up for. */
const cronItems = (crons: Crons): CronItem[] =>
  Object.entries(crons).map(([task, match]) => ({
    task,
    match,
    options: { backfillPeriod: 3_600_000, jobKey: `cron ${task}`, jobKeyMode: 'preserve_run_at' },
  }))

async function stop({ result: runner, end }: Presence<Runner>): Promise<void> {
  await runner.stop()
  await end()
}

const ignore = () => undefined

/** A connection that breaks while somebody holds it must not end the process; its holder is told anyway. */
function outliveBrokenConnections(pool: pg.Pool): void {
  if (pool.listeners('error').includes(ignore)) return
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
}

function taskListOf(service: Service, tasks: Tasks): TaskList {
  const list: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    list[name] = (payload, { abortSignal }) =>
      (task as Task<JobName>)(
        service,
        payload as JobPayloads[JobName],
        abortSignal ?? new AbortController().signal,
      )
  }
  return list
}

/** A job that gives up because it was told to is no error. */
function queueLogger({ log }: Service, state: { readonly isStopping: boolean }): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log[state.isStopping ? 'debug' : 'error']({ queue: true }, message)
    if (level === 'warning') log.warn({ queue: true }, message)
    if (level === 'debug') log.trace({ queue: true }, message)
  })
}
