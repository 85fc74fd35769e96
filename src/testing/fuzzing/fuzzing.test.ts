import pg from 'pg'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/jobs/handlers/list.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { useTestApp } from '../app.ts'
import { routes } from '../contract-sweep.ts'
import { randomFrom } from './random.ts'
import { fuzzRequest } from './requests.ts'
import { fuzz } from './run.ts'
import { newTargets } from './targets.ts'

const app = useTestApp()

const targets = { params: {}, ids: ['a'], tokens: [undefined], strongToken: 'x' }

test('a seed repeats its requests', () => {
  const requests = (seed: number) =>
    Array.from({ length: 50 }, (_, index) => fuzzRequest(randomFrom(seed, index), routes, targets))
  expect(requests(1)).toEqual(requests(1))
  expect(requests(1)).not.toEqual(requests(2))
})

test('generated requests cause no server error, HTML, slow answer or unspecified error', async () => {
  // Imports from URLs are answered when their job is done.
  const pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  const worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  const result = await fuzz({
    baseUrl: await app.address(),
    routes,
    requests: 1_500,
    seed: 12,
    width: 8,
    targets: () => newTargets(app),
  })
  await worker.stop()
  await pool.end()
  expect(result.faults).toEqual([])
  // They get past the checks of schemas and permissions.
  const succeeded = [...result.byStatus].filter(([status]) => status < 300)
  expect(succeeded.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(300)
})
