import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'
import { tasks } from '../../tasks/list.ts'

const app = useTestApp()

let pool: pg.Pool
let worker: Worker
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: app.connectionString, max: 6 })
  worker = await startWorker(app.service, { pool, tasks })
})
afterAll(async () => {
  await worker.stop()
  await pool.end()
})

async function started(url: string) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const { id: space } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Handbook' },
  })
  const body = { source: { type: 'git' as const, url }, target: { space } }
  const { id: importRunId } = await call(api.imports.start, { params: { organizationId }, body })
  for (;;) {
    const run = await call(api.imports.get, { params: { organizationId, importRunId } })
    if (run.completedAt !== undefined) return run
    await pause(50)
  }
}

test.each([
  ['https://127.0.0.1/repository.git', /this machine itself/],
  ['https://[::1]/repository.git', /this machine itself/],
  ['https://10.1.2.3/repository.git', /a private address/],
  ['https://169.254.169.254/latest', /a link-local address/],
  ['https://localhost/repository.git', /leads to .* is this machine itself/],
])('a repository at %s is not asked', async (url, reason) => {
  expect(await started(url)).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) })
})

test('a repository over plain http is refused at once', async () => {
  await expect(started('http://example.org/repository.git')).rejects.toMatchObject({
    status: 400,
    message: 'Repositories are read over https only',
  })
})
