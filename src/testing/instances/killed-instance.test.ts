import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, startService } from '../../../e2e/service.ts'
import { useTestApp } from '../app.ts'
import { makeTestFolder } from '../test-folder.ts'
import { runLoad } from './load.ts'
import { openProxy, type Proxy } from './proxy.ts'

// A small version of bench/instances.ts.
const app = useTestApp()
let instances: readonly RunningService[] = []
let proxy: Proxy
let organization: Awaited<ReturnType<typeof app.anOrganization>>

beforeAll(async () => {
  organization = await app.anOrganization()
  const environment = {
    DATABASE_URL: app.connectionString,
    LECTERN_STORAGE: makeTestFolder(),
    LECTERN_SEALING_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
  }
  instances = await Promise.all([startService(environment), startService(environment)])
  proxy = await openProxy(() => instances.map(({ baseUrl }) => Number(new URL(baseUrl).port)))
}, 120_000)
afterAll(async () => {
  await proxy.close()
  await Promise.all(instances.map(({ stop }) => stop()))
})

test('an instance that is killed under load loses no acknowledged write, and clients go on', async () => {
  const { organizationId, admin } = organization
  let answersAfterKill = 0
  const load = runLoad({
    baseUrl: proxy.baseUrl,
    token: admin.token,
    organizationId,
    clients: 4,
    until: () => answersAfterKill >= 40,
  })
  const stored = async () =>
    app.db.selectFrom('space').select('title').where('organization_id', '=', organizationId).execute()
  await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBeGreaterThan(40)
  const atKill = (await stored()).length
  process.kill(instances[1]?.pid ?? 0, 'SIGKILL')
  await expect
    .poll(async () => (answersAfterKill = (await stored()).length - atKill), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(40)
  const { acknowledged, timeouts } = await load
  const titles = (await stored()).map(({ title }) => title)
  expect(acknowledged.length).toBeGreaterThanOrEqual(80)
  expect(acknowledged.filter((title) => titles.filter((one) => one === title).length !== 1)).toEqual([])
  expect(timeouts).toBe(0)
}, 150_000)
