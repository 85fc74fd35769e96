import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { readConfig } from '../config.ts'
import type { Service } from '../context.ts'
import { createLog } from '../log.ts'
import { serviceOf } from '../service.ts'
import { type JobHandlers, type JobSchedules, startWorker } from './worker.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
})

let database: TestDatabase
let service: Service
beforeAll(async () => {
  database = await createTestDatabase()
  service = serviceOf(readConfig({}), database.db, createLog({ level: 'fatal' }))
  return () => database.close()
})

async function startTestWorker(
  handlers: JobHandlers,
  schedules: JobSchedules = {},
): Promise<{ stop: () => Promise<void>; pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 6 })
  pool.on('error', () => undefined)
  const worker = await startWorker(service, { pool, handlers, schedules })
  let isEnded = false
  ends.push(async () => {
    if (!isEnded) await worker.stop()
    await pool.end()
  })
  return {
    pool,
    async stop() {
      isEnded = true
      await worker.stop()
    },
  }
}

const job = { organizationId: 'o', importId: 'i' }

async function until(condition: () => boolean, ms = 30_000): Promise<void> {
  const end = Date.now() + ms
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition never became true')
    await pause(10)
  }
}

describe('a worker', () => {
  it('runs an enqueued job without waiting for the next poll', async () => {
    const done: unknown[] = []
    await startTestWorker({ 'run-import': async (_, payload) => void done.push(payload) })
    await service.jobs.enqueue(service.db, 'run-import', job)
    await until(() => done.length === 1)
    expect(done).toEqual([job])
  })

  it('runs nothing that a rolled-back transaction enqueued', async () => {
    const done: unknown[] = []
    await startTestWorker({ 'run-import': async (_, payload) => void done.push(payload) })
    const failing = service.db.transaction().execute(async (tx) => {
      await service.jobs.enqueue(tx, 'run-import', job)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await pause(300)
    expect(done).toEqual([])
  })

  it('aborts a job when it is stopped, and the job runs again later', async () => {
    let begun = 0
    const again: string[] = []
    const first = await startTestWorker({
      'run-import': (_, __, stop) =>
        new Promise((_resolve, reject) => {
          begun += 1
          stop.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    })
    await service.jobs.enqueue(service.db, 'run-import', job)
    await until(() => begun === 1)
    await first.stop()
    expect(await lockedJobs(first.pool)).toBe(0)
    await first.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await startTestWorker({ 'run-import': async () => void again.push('begun') })
    await until(() => again.length === 1)
  })

  it('keeps a job that waits instead of replacing it, and adds one if it has started', async () => {
    const soon = new Date(Date.now() + 60_000)
    const enqueue = () =>
      service.jobs.enqueue(service.db, 'run-import', job, { key: 'k', keepsWaiting: true, runAt: soon })
    const waiting = async () =>
      (
        await sql<{ id: string; revision: number; key: string | null }>`select id, revision, key
          from graphile_worker._private_jobs order by id`.execute(service.db)
      ).rows
    await enqueue()
    const [first] = await waiting()
    await enqueue()
    expect(await waiting()).toEqual([first])
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w'`.execute(service.db)
    await enqueue()
    expect((await waiting()).map(({ key }) => key)).toEqual([null, 'k'])
  })

  it('runs scheduled jobs when they are due, and catches up on what was missed in the last hour', async () => {
    const done: string[] = []
    const tasks = { 'clean-up': async () => void done.push('clean-up') }
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('clean-up', now() - interval '1 day', now() - interval '6 hours')`.execute(database.db)
    const never = { 'clean-up': '0 0 29 2 1' }
    const first = await startTestWorker(tasks, never)
    await pause(300)
    expect(done).toEqual([])
    await first.stop()
    await Promise.all([
      startTestWorker(tasks, { 'clean-up': '0 * * * *' }),
      startTestWorker(tasks, { 'clean-up': '0 * * * *' }),
    ])
    await until(() => done.length > 0)
    await pause(300)
    expect(done).toEqual(['clean-up'])
  })

  it('takes over the job of a killed process at its start, and leaves the job of a live one alone', async () => {
    const done: string[] = []
    const living = Promise.withResolvers<void>()
    await startTestWorker({ 'sweep-content': () => living.promise.then(() => void done.push('living')) })
    await service.jobs.enqueue(service.db, 'sweep-content', { organizationId: 'o' })
    const killed = workerProcess()
    await service.jobs.enqueue(service.db, 'run-import', job)
    await killed.isAtWork
    killed.kill()
    await killed.isGone
    await startTestWorker({
      'run-import': async () => void done.push('taken over'),
      'sweep-content': async () => void done.push('started twice'),
    })
    await until(() => done.length === 1)
    living.resolve()
    await until(() => done.length === 2)
    expect(done).toEqual(['taken over', 'living'])
  })
})

async function lockedJobs(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows[0]?.count
}

/** Another process that starts every import and never finishes one. */
function workerProcess() {
  const script = `
    import { createLog } from '#server/log.ts'
    import { readConfig } from '#server/config.ts'
    import { openDatabase } from '#server/db/client.ts'
    import { startWorker } from '#server/jobs/worker.ts'
    import { serviceOf } from '#server/service.ts'
    const { db, pool } = openDatabase(process.env.TARGET)
    const service = serviceOf(readConfig({}), db, createLog({ level: 'fatal' }))
    const handlers = { 'run-import': () => { process.stdout.write('at work'); return new Promise(() => undefined) } }
    await startWorker(service, { pool, handlers })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env: { ...process.env, TARGET: database.connectionString },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    isAtWork: once(child.stdout, 'data'),
    isGone: once(child, 'exit'),
    kill: () => child.kill('SIGKILL'),
  }
}
