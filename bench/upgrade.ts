// Replaces an instance of an older version by one of this version under load, on one database, and checks that no one
// gets an error and nothing is lost. Usage: node bench/upgrade.ts <folder with the older version and its packages>
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { runLoad } from '#testing/instances/load.ts'
import { openProxy } from '#testing/instances/proxy.ts'
import { admin, type RunningService, startService } from '../e2e/service.ts'
import { pageTraffic } from './instances/page-traffic.ts'
import { storedTitles } from './instances/stored-titles.ts'
import { machineLabel } from './measure.ts'

const [former = ''] = process.argv.slice(2)
const PHASE_MS = Number(process.env.BENCH_SECONDS ?? 6) * 1000
const older: { startService: typeof startService } = await import(
  pathToFileURL(join(resolve(former), 'e2e/service.ts')).href
)
const folder = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'))
const dataDir = join(folder, 'data')
const database = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) })
const environment = {
  DATABASE_URL: database.connectionString,
  LECTERN_ADMIN_EMAIL: admin.email,
  LECTERN_ADMIN_PASSWORD: admin.password,
  LECTERN_ADMIN_TOKEN: admin.token,
  LOG_LEVEL: 'error',
}
const problems: string[] = []
let running: RunningService[] = [await older.startService(environment, dataDir)]
const proxy = await openProxy(() => running.map(({ baseUrl }) => Number(new URL(baseUrl).port)))
const transport = fetchTransport(proxy.baseUrl, { authorization: `Bearer ${admin.token}` })

/** Signs in on one instance and reads the account on all with that session. */
async function expectSharedSession({ baseUrl }: RunningService): Promise<void> {
  const response = await fetch(`${baseUrl}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lectern': '1' },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  for (const one of running) {
    const { status } = await fetch(`${one.baseUrl}/v1/user`, { headers: { cookie } })
    if (status !== 200) problems.push(`A session of ${baseUrl} gets ${status} from ${one.baseUrl}`)
  }
}

try {
  const params = await call(transport, api.organizations.create, { body: { title: 'Halden Energy' } })
  const organizationId = params.id
  let isOver = false
  const until = () => isOver
  const { baseUrl } = proxy
  const spaces = runLoad({ baseUrl, token: admin.token, organizationId, clients: 4, until })
  const pages = await pageTraffic({ baseUrl, token: admin.token, organizationId, until })
  await pause(PHASE_MS)
  const startedAt = performance.now()
  const current = await startService(environment, dataDir)
  const startedIn = Math.round(performance.now() - startedAt)
  const [old] = running
  running = [...running, current]
  for (const one of running) await expectSharedSession(one)
  await pause(PHASE_MS)
  running = [current]
  await old?.stop()
  await pause(PHASE_MS)
  isOver = true
  const [created, traffic] = await Promise.all([spaces, pages.ended])
  const stored = await storedTitles((route, input) => call(transport, route, input), organizationId)
  const lost = created.acknowledged.filter((title) => stored.filter((one) => one === title).length !== 1)
  problems.push(...lost.map((title) => `${title} is lost or there twice`), ...traffic.problems)
  if (created.failedAttempts > 0)
    problems.push(`${created.failedAttempts} attempts to create or list spaces failed`)
  const restarted = await older.startService(environment, dataDir).then(
    async (service) => {
      await service.stop()
      problems.push('The older version starts after the migration')
      return 'starts'
    },
    (error: unknown) => `does not start: ${String(error).trim()}`,
  )
  console.log(machineLabel(`${PHASE_MS / 1000} s per phase`))
  console.log(
    `upgrade: ${problems.length === 0 ? 'passed' : 'FAILED'}. ${created.acknowledged.length} spaces created, ${traffic.writes} pages saved, ${traffic.reads} pages read; longest wait ${Math.round(Math.max(created.slowest, traffic.slowest))} ms; the new version was ready after ${startedIn} ms. Afterwards the older version ${restarted}`,
  )
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await proxy.close()
  await Promise.all(running.map(({ stop }) => stop()))
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
