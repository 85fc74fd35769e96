import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { gitRepository, gitServer } from '#testing/git-server.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { jobHandlers } from '../../jobs/handlers/list.ts'
import { startWorker } from '../../jobs/worker.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

/** Another process that runs jobs like the service. */
function workerProcess() {
  const script = `
    import { readConfig } from '#server/config.ts'
    import { openDatabase } from '#server/db/client.ts'
    import { startWorker } from '#server/jobs/worker.ts'
    import { createLog } from '#server/log.ts'
    import { serviceOf } from '#server/service.ts'
    import { jobHandlers } from '#server/jobs/handlers/list.ts'
    const { db, pool } = openDatabase(process.env.TARGET)
    const service = serviceOf(readConfig({ DATA_DIR: process.env.FILES, LECTERN_ALLOW_PRIVATE_NETWORK: '1' }), db, createLog({ level: 'fatal' }), process.env.TARGET)
    await startWorker(service, { pool, handlers: jobHandlers })`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env: {
      ...process.env,
      TARGET: app.connectionString,
      FILES: app.service.config.dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

test('an import whose process is killed continues in another one and adds its pages once', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Handbook' },
  })
  const arrived = Promise.withResolvers<void>()
  let isBlocked = true
  const server = await gitServer(
    await gitRepository(makeTestFolder(), { 'a.md': '# A\n\n[b](b.md)', 'b.md': '# B' }),
    {
      credentials: 'ada:secret',
      before: ({ request }) => {
        if (request.method !== 'POST' || !isBlocked) return false
        arrived.resolve()
        return true
      },
    },
  )
  const child = workerProcess()
  const { id: importRunId } = await call(api.imports.start, {
    params: { organizationId },
    body: {
      source: { type: 'git', url: server.url, username: 'ada', password: 'secret' },
      target: { space: spaceId, asChangeRequest: { subject: 'Once' } },
    },
  })
  await arrived.promise
  const deleted = once(child, 'exit')
  child.kill('SIGKILL')
  await deleted
  isBlocked = false
  const pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  const worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  const params = { organizationId, importRunId }
  for (let run = await call(api.imports.get, { params }); ; run = await call(api.imports.get, { params })) {
    if (run.completedAt === undefined) {
      await pause(50)
      continue
    }
    expect(run).toMatchObject({ status: 'completed', report: { pages: 2, linksResolved: 1 } })
    break
  }
  const { rows } = await pool.query('select attempt from import_run where id = $1', [importRunId])
  expect(rows).toEqual([{ attempt: 2 }])
  const requests = await call(api.changeRequests.list, { params: { spaceId }, query: { status: ['draft'] } })
  expect(requests.items.map(({ subject }) => subject)).toEqual(['Once'])
  const changeRequestId = requests.items[0]?.id ?? ''
  const { pages } = await call(api.changeRequestContent.pages, {
    params: { spaceId, changeRequestId },
    query: {},
  })
  expect(pages.map(({ title }) => title)).toEqual(['A', 'B'])
  const { count } = await call(api.imports.items, { params })
  expect(count).toBe(2)
  await worker.stop()
  await pool.end()
  server.close()
})
