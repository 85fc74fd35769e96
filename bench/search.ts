// Measures the search of an organization and of a space: rare, common and several words, alone and at 64 connections.
// Every request differs in letter case or limit, so that none is answered from memory, except in the row that says so.
import { loadavg } from 'node:os'
import pino from 'pino'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { settle } from '#testing/query-plans.ts'
import { distinctSearches } from './distinct-searches.ts'
import { record } from './goals/record.ts'
import { type BenchRequest, machineLabel, measure } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { type SearchLibrary, SPACES, seedSearchPages, seedSearchSpaces, titleOf } from './seed-search.ts'
import { type BenchService, startBenchService } from './service.ts'

const pageCounts = (process.env.BENCH_PAGES ?? '10000,100000').split(',').map(Number)
const log = (line: string): void => console.error(`· ${line}`)

const rows = (library: SearchLibrary, count: number): readonly (readonly [string, readonly string[]])[] => {
  const at = `/v1/orgs/${library.organizationId}/search`
  const inSpace = `/v1/spaces/${library.spaceId}/search`
  const paths = (path: string, queries: readonly string[]) =>
    queries.map((query) => `${path}?query=${encodeURIComponent(query)}`)
  const letters = [...'abcdefgh']
  const some = (name: (n: number) => string) =>
    Array.from({ length: 16 }, (_, i) => name(Math.floor((i * count) / 16)))
  return [
    [
      'one word in 3 pages',
      paths(
        at,
        some((n) => `rare${Math.floor(n / 3)}x`),
      ),
    ],
    [
      GOAL,
      paths(
        at,
        letters.map((one) => `often${one}`),
      ),
    ],
    [
      FROM_MEMORY,
      paths(
        at,
        letters.map((one) => `often${one}`),
      ),
    ],
    [
      'the same in one space',
      paths(
        inSpace,
        letters.map((one) => `often${one}`),
      ),
    ],
    ['one word on every page', paths(at, ['common', 'pages', 'every'])],
    [
      'two words in 5% and on every page',
      paths(
        at,
        letters.map((one) => `common often${one}`),
      ),
    ],
    [
      'words of titles',
      paths(
        at,
        some((n) => titleOf(n + 1)),
      ),
    ],
    [
      'the beginning of a word',
      paths(
        at,
        letters.map((one) => `rare${one.charCodeAt(0) - 96}`),
      ),
    ],
    [
      'a misspelled word',
      paths(
        at,
        letters.map((one) => `oftne${one}`),
      ),
    ],
    [
      'titles of spaces',
      paths(
        at,
        some((n) => `space ${n % SPACES}`),
      ),
    ],
  ]
}

const GOAL = 'one word in 5% of the pages'
const FROM_MEMORY = 'one word in 5% of the pages, again from memory'

async function measured(service: BenchService, name: string, paths: readonly string[]): Promise<string> {
  const fromMemory = name === FROM_MEMORY
  const path = fromMemory ? paths : distinctSearches(paths)
  const at = (connections: number): BenchRequest => ({ path, connections, divided: !fromMemory })
  const alone = await measure(name, service.baseUrl, service.token, at(1))
  const before = processorTime(service)
  const together = await measure(name, service.baseUrl, service.token, at(64))
  const after = processorTime(service)
  const perRequest = (ms: number) => (ms / Math.max(1, together.requests)).toFixed(2)
  if (name === GOAL)
    record({
      searches: together.rps,
      'search alone': alone.p50,
      'search CPU': (after.service - before.service + after.database - before.database) / together.requests,
    })
  const times = `${perRequest(after.service - before.service)} | ${perRequest(after.database - before.database)}`
  return `| ${name} | ${alone.p50} | ${alone.p99} | ${Math.round(together.rps)} | ${together.p50} | ${together.p99} | ${times} |`
}

const service = await startBenchService()
const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
const { db, close } = openDatabase(postgres.connectionString)
try {
  const library = await seedSearchSpaces(service.call, db)
  const lines = [machineLabel()]
  let seeded = 0
  for (const count of pageCounts) {
    const startedAt = performance.now()
    await seedSearchPages(db, library, seeded, count)
    seeded = count
    await settle(db)
    log(
      `${count} pages, load ${loadavg()[0]?.toFixed(0)}, in ${Math.round((performance.now() - startedAt) / 1000)} s`,
    )
    lines.push(
      '',
      `| ${count.toLocaleString('en')} pages | alone p50 ms | p99 ms | a second at 64 connections | p50 ms | p99 ms | CPU ms of the service | of the database |`,
      '| --- | --: | --: | --: | --: | --: | --: | --: |',
    )
    for (const [name, path] of rows(library, count)) {
      lines.push(await measured(service, name, path))
      log(lines.at(-1) ?? '')
    }
  }
  console.log(lines.join('\n'))
} finally {
  await close()
  await postgres.stop()
  await service.stop()
}
