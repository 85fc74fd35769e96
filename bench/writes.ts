// Measures writes and single reads at 1 to 64 connections, next to a bare UPDATE through a pool of the same size.
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { record } from './goals/record.ts'
import { machineLabel, measure, measureBareServer, seconds, textOf } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { runParallel } from './seed.ts'
import { type BenchService, startBenchService } from './service.ts'

const log = (line: string): void => console.error(`· ${line}`)
/** The spaces of the service's pool in `open-service.ts`. */
const poolSize = 12
const widths = [1, 16, 64]

/** Spaces in 20 collections. */
async function seedSpaces({ call }: BenchService, count: number) {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench writes' } })
  const params = { organizationId }
  const collections = await runParallel(20, 4, async (i) => {
    const { id } = await call(api.collections.create, { params, body: { title: `Collection ${i}` } })
    return id
  })
  const spaces = await runParallel(count, 16, async (i) => {
    const parent = collections[i % collections.length] ?? ''
    return (await call(api.spaces.create, { params, body: { title: `Space ${i}`, parent } })).id
  })
  return { organizationId, spaces }
}

/** Updates of different rows of a bare table per second, each a transaction of its own. */
async function measureBareUpdates(connectionString: string, connections: number): Promise<number> {
  const { pool, close } = openDatabase(connectionString, { max: poolSize })
  try {
    await pool.query('create table if not exists bare (id int primary key, title text, version int)')
    await pool.query(
      "insert into bare select n, 'Title', 1 from generate_series(0, 999) n on conflict do nothing",
    )
    const until = performance.now() + seconds * 1000
    let done = 0
    const worker = async (_: unknown, number: number) => {
      for (let i = number; performance.now() < until; i += 64, done++) {
        const client = await pool.connect()
        try {
          await client.query('begin')
          await client.query('update bare set title = $1, version = version + 1 where id = $2', [
            `T ${i}`,
            i % 1000,
          ])
          await client.query('commit')
        } finally {
          client.release()
        }
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return done / seconds
  } finally {
    await close()
  }
}

const service = await startBenchService()
const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
try {
  const { organizationId, spaces } = await seedSpaces(service, Number(process.env.BENCH_SPACES ?? 600))
  log(`${spaces.length} spaces`)
  /** The last measurement of each, with the most connections. */
  const processorMs: Record<string, number> = {}
  const one = async (name: string, request: Parameters<typeof measure>[3]) => {
    const before = processorTime(service).service
    const { rps, requests } = await measure(name, service.baseUrl, service.token, request)
    processorMs[`${name} CPU`] = (processorTime(service).service - before) / Math.max(1, requests)
    return Math.round(rps)
  }
  const paths = spaces.map((id) => `/v1/spaces/${id}`)
  const rows: string[] = []
  for (const connections of widths) {
    const bare = Math.round(await measureBareUpdates(postgres.connectionString, connections))
    const patch = await one('patch', {
      path: paths,
      method: 'PATCH',
      bodies: ['{"title":"Renamed"}', '{"title":"Again"}'],
      connections,
    })
    const path = `/v1/orgs/${organizationId}/spaces`
    const create = await one('create', { path, method: 'POST', bodies: ['{"title":"New"}'], connections })
    await pause(500)
    const get = await one('get', { path: paths, connections })
    const bareServer = await measureBareServer(await textOf(service, paths[0] ?? ''), connections)
    const server = Math.round(bareServer.rps)
    const list = await one('list', { path: `${path}?limit=50`, connections })
    rows.push(
      `| ${connections} | ${bare} | ${patch} | ${(patch / bare).toFixed(2)} | ${create} | ${get} | ${server} | ${(get / server).toFixed(2)} | ${list} |`,
    )
    log(rows.at(-1) ?? '')
    record({
      ...processorMs,
      lists: list,
      gets: get,
      'gets, of bare': get / server,
      patches: patch,
      'patches, of bare': patch / bare,
      creates: create,
    })
  }
  const head = [
    '| connections | bare UPDATE | patch a title | ratio | create a space | get a space | bare node:http | ratio | list of 50 spaces |',
    '| --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  ]
  const times = Object.entries(processorMs).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  const last = `Processor time of the service at ${widths.at(-1)} connections, ms a request: ${times.join(', ')}.`
  console.log([machineLabel(), '', ...head, ...rows, '', last].join('\n'))
} finally {
  await postgres.stop()
  await service.stop()
}
