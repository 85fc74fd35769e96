// Sends requests that are generated from the contract to a real service: valid, almost valid and hostile ones, by
// callers of every kind. Exits with 1 if one caused a 5xx, HTML, an error of another shape, or took over 5 s.
import { parseArgs } from 'node:util'
import pino from 'pino'
import { call, fetchTransport } from '#contract/client.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { routes, type WorldApp } from '#testing/contract-sweep.ts'
import { type Fault, fuzz } from '#testing/fuzzing/run.ts'
import { newTargets } from '#testing/fuzzing/targets.ts'
import { peopleIn } from '#testing/people.ts'
import { machineLabel } from './measure.ts'
import { type BenchService, startBenchService } from './service.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    width: { type: 'string', default: '8' },
  },
})
const requests = Number(values.requests)
const log = (line: string): void => console.error(`· ${line}`)

const service = await startBenchService()
try {
  await main(service)
} finally {
  await service.stop()
}

async function main({ baseUrl, dataDir, memory }: BenchService): Promise<void> {
  const embedded = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const { db, close } = openDatabase(embedded.connectionString, { max: 2 })
  const app: WorldApp = {
    db,
    ...peopleIn({ db, now: () => new Date() }),
    as: (person) => (route, input, options) =>
      call(fetchTransport(baseUrl, { authorization: `Bearer ${person?.token}` }), route, input, options),
  }
  try {
    const targets = () => newTargets(app)
    const run = (count: number, seed: number) =>
      fuzz({ baseUrl, routes, requests: count, seed, width: Number(values.width), targets, onProgress })
    // The first requests load modules and fill caches, which is no growth.
    await run(Math.min(2_000, requests), Number(values.seed) + 1_000_000)
    const before = memory()
    const startedAt = performance.now()
    const result = await run(requests, Number(values.seed))
    const seconds = (performance.now() - startedAt) / 1000
    await new Promise((later) => setTimeout(later, 20_000))
    report(result, { before, after: memory(), seconds })
  } finally {
    await close()
    await embedded.stop()
  }
}

function onProgress(done: number, faults: readonly Fault[]): void {
  if (done % 15_000 === 0 || faults.length > 0) log(`${done} requests, ${faults.length} faults`)
}

type Measured = {
  readonly before: ReturnType<BenchService['memory']>
  readonly after: ReturnType<BenchService['memory']>
  readonly seconds: number
}

function report(result: Awaited<ReturnType<typeof fuzz>>, { before, after, seconds }: Measured): void {
  const statuses = [...result.byStatus].sort(([a], [b]) => a - b)
  console.log(
    [
      machineLabel(),
      `${result.requests} requests (seed ${values.seed}) in ${Math.round(seconds)} s; slowest ${Math.round(result.slowestMs)} ms`,
      `Statuses: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
      `Memory before and after: service ${before.service} and ${after.service} MB, database ${before.database} and ${after.database} MB`,
      `Faults: ${result.faults.length}`,
      ...result.faults.slice(0, 50).map(lineOf),
    ].join('\n'),
  )
  if (result.faults.length > 0) process.exitCode = 1
}

function lineOf({ kind, status, ms, index, request, answer }: Fault): string {
  const { operation, method, url, headers, payload } = request
  const { authorization: _, ...shown } = headers
  return `- ${kind}: ${status} after ${ms} ms, request ${index}, ${operation}: ${method} ${url.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${String(payload ?? '').slice(0, 1000)}\n  → ${answer}`
}
