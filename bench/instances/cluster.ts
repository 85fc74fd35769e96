import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { openProxy } from '#testing/instances/proxy.ts'
import { openObjectStore } from '#testing/object-store.ts'
import { admin, type RunningService, startService } from '../../e2e/service.ts'
import { seedPagedSpace } from '../seed.ts'
import type { Call } from '../service.ts'

/** Where the instances have their files. */
export type Storage = 'folder' | 's3'

/** Instances behind a proxy, with a published site. */
export type Cluster = {
  readonly storage: Storage
  readonly count: number
  /** Of the proxy. */
  readonly baseUrl: string
  readonly token: string
  readonly call: Call
  readonly organizationId: string
  readonly spaceId: string
  readonly pageId: string
  /** Path of a published page. */
  readonly published: string
  /** CPU time of all instances, and of PostgreSQL, in milliseconds. Linux only. */
  readonly processorTime: () => { readonly service: number; readonly database: number }
  /** Ends the last instance; resolves when its process has ended. */
  readonly endLast: (signal: NodeJS.Signals) => Promise<void>
  /** Starts the last instance again. */
  readonly startLast: () => Promise<void>
  readonly close: () => Promise<void>
}

const PAGE_FOLDERS = 2

export async function openCluster(count: number, storage: Storage): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-instances-'))
  const log = pino({ level: 'silent' })
  const database = await startPostgres({ dataDir: folder, log, settings: { max_connections: '200' } })
  const objectStore = storage === 's3' ? await openObjectStore(join(folder, 'store')) : undefined
  const environment = {
    ...(objectStore?.environment ?? { LECTERN_STORAGE: join(folder, 'files') }),
    DATABASE_URL: database.connectionString,
    LECTERN_SEALING_KEY: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_ADMIN_TOKEN: admin.token,
    LOG_LEVEL: 'silent',
  }
  const instances: RunningService[] = []
  for (let number = 0; number < count; number++) instances.push(await startService(environment))
  const proxy = await openProxy(() => instances.map(({ baseUrl }) => Number(new URL(baseUrl).port)))
  const transport = fetchTransport(proxy.baseUrl, { authorization: `Bearer ${admin.token}` })
  const callProxy: Call = (route, input, options) => call(transport, route, input, options)
  return {
    storage,
    count,
    baseUrl: proxy.baseUrl,
    token: admin.token,
    call: callProxy,
    ...(await seedSite(callProxy)),
    processorTime: () => ({
      service: instances.reduce((total, { pid }) => total + processorTimeOf(pid), 0),
      database: [database.pid, ...childrenOf(database.pid)].reduce(
        (total, pid) => total + processorTimeOf(pid),
        0,
      ),
    }),
    async endLast(signal) {
      const { pid, stop } = instances.at(-1) ?? { pid: 0, stop: async () => undefined }
      // `stop` waits for the end, whichever signal arrives first.
      process.kill(pid, signal)
      await stop()
    },
    async startLast() {
      instances[count - 1] = await startService(environment)
    },
    async close() {
      await proxy.close()
      await Promise.all(instances.map(({ stop }) => stop()))
      await objectStore?.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function seedSite(call: Call) {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Halden Energy' } })
  const { spaceId, pageId } = await seedPagedSpace(call, organizationId, PAGE_FOLDERS, 10)
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body: { title: 'Docs' } })
  const params = { organizationId, siteId }
  await call(api.siteSections.create, { params, body: { spaceId, title: 'Pages' } })
  const { urls } = await call(api.sites.publish, { params })
  return { organizationId, spaceId, pageId, published: new URL(urls.published ?? '').pathname }
}

/** Clock ticks are 10 ms; 0 for a process that has ended. */
function processorTimeOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync(`/proc/${parent}/task`).flatMap((task) =>
    readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').trim().split(' ').map(Number),
  )
}
