import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { errorBody } from '#contract/shared/errors.ts'
import { useTestApp } from '#testing/app.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#testing/database-proxy.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import type { Service } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import { newId } from '../ids.ts'
import { startWorker } from '../jobs/worker.ts'
import { serviceOf } from '../service.ts'
import { buildApp } from './app.ts'
import { operations } from './operations.ts'

const app = useTestApp()
vi.setConfig({ testTimeout: 30_000 })

let proxy: DatabaseProxy
let service: Service
let http: FastifyInstance
beforeAll(async () => {
  proxy = await startDatabaseProxy(app.connectionString, makeTestFolder())
  const database = openDatabase(proxy.connectionString, { max: 4 })
  service = serviceOf(app.service.config, database.db, app.service.log, proxy.connectionString)
  http = await buildApp(service, operations, join(makeTestFolder(), 'dist'))
  return async () => {
    await http.close()
    await database.close()
    await proxy.close()
  }
})

const get = (url: string, token?: string, accept = 'application/json') =>
  http.inject({
    url,
    headers: { accept, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  })

test('while the database is away the API answers 503 with Retry-After, and recovers without a restart', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const url = `/v1/orgs/${organizationId}/spaces`
  expect((await get(url, admin.token)).statusCode).toBe(200)
  await proxy.cut()
  const create = { method: 'POST', url, headers: { authorization: `Bearer ${admin.token}` } } as const
  const responses = [
    await get(url, admin.token),
    await http.inject({ ...create, payload: { title: 'Not now' } }),
    await get('/v1/ids/spaces/nothing', admin.token).then(() => get('/v1/user', admin.token)),
  ]
  for (const response of responses) {
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(errorBody.parse(response.json()).error).toMatchObject({ code: 503, type: 'unavailable' })
  }
  expect((await get('/readyz')).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  const page = await get('/sites/any/page', undefined, 'text/html')
  expect([page.statusCode, page.headers['content-type']]).not.toContain(500)

  await proxy.restore()
  expect((await get(url, admin.token)).json()).toMatchObject({ items: [] })
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('a connection that breaks during a query is a 503, not an internal error', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const url = `/v1/orgs/${organizationId}/spaces`
  const blocker = new pg.Client({ connectionString: app.connectionString })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('lock table organization in access exclusive mode')
  const pending = get(url, admin.token)
  await vi.waitFor(async () => expect(await waitingQueries()).toBeGreaterThan(0), 30_000)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
  await blocker.query('rollback')
  await blocker.end()
  expect((await pending).statusCode).toBe(503)
  expect((await get(url, admin.token)).statusCode).toBe(200)
})

test('jobs run again after the database was away in the middle of one', async () => {
  const pool = new pg.Pool({ connectionString: proxy.connectionString, max: 6 })
  let runs = 0
  const worker = await startWorker(service, {
    pool,
    handlers: {
      'sweep-content': async () => {
        if (runs === 0) await proxy.cut()
        runs++
      },
    },
  })
  const warn = vi.spyOn(service.log, 'warn')
  const organizationId = newId()
  await app.service.jobs.enqueue(app.db, 'sweep-content', { organizationId })
  await vi.waitFor(() => expect(runs).toBe(1), 30_000)
  expect((await get('/readyz')).statusCode).toBe(503)
  // If the database is back before the worker reports that the job ran, nothing has to run again.
  await vi.waitFor(
    () => expect(warn).toHaveBeenCalledWith('The job workers ended and are starting again.'),
    30_000,
  )
  await proxy.restore()
  await vi.waitFor(() => expect(runs).toBe(2), 30_000)
  await worker.stop()
  await pool.end()
}, 90_000)

async function waitingQueries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
  return rows[0]?.count ?? 0
}
