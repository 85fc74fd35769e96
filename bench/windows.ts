// Measures live updates: 1,000 windows listen to one organization while ten people write.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { hashOf, newToken } from '#server/auth/secrets.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { record } from './goals/record.ts'
import { machineLabel, seconds } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { runParallel } from './seed.ts'
import { type BenchService, startBenchService } from './service.ts'

const windowCounts = (process.env.BENCH_WINDOWS ?? '1,100,1000').split(',').map(Number)
/** Below the limit of streams that one person may have open. */
const WINDOWS_PER_PERSON = 20
const WRITERS = 10
/** Between two writes of a person, who waits for the answer of the first. */
const WRITE_EVERY_MS = 1000
const log = (line: string): void => console.error(`· ${line}`)

/** Inserts people with a token each; the API could only invite them one by one. */
async function loadPeople({ db }: OpenDatabase, organizationId: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  await sql`insert into user_account (id, email, display_name, created_at, updated_at)
    select 'bench' || n, 'bench' || n || '@example.org', 'Person ' || n, now(), now()
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`insert into member (organization_id, user_id, role, joined_at)
    select ${organizationId}, 'bench' || n, (array['read', 'comment', 'edit', 'review', 'create'])[1 + n % 5], now()
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`insert into api_token (id, user_id, label, hash, created_at)
    select 'bench' || n, 'bench' || n, 'Bench', hash, now()
    from unnest(${tokens.map(hashOf)}::bytea[]) with ordinality as one (hash, n)`.execute(db)
  return tokens
}

/** Opens a stream and calls `onEvent` with the id and version of each event until it is closed. */
async function openWindow(
  baseUrl: string,
  path: string,
  token: string,
  onEvent: (key: string) => void,
): Promise<() => void> {
  const request = get(`${baseUrl}${path}`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was refused with ${response.statusCode}`)
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const line = part.split('\n').find((one) => one.startsWith('data: '))
      if (line?.includes('"space.updated"') !== true) continue
      const { id, version } = JSON.parse(line.slice(6)) as { id: string; version: number }
      onEvent(`${id} ${version}`)
    }
  })
  response.on('error', () => undefined)
  return () => request.destroy()
}

/** Transactions that the database has committed; its statistics come up to a second late. */
async function transactions({ db }: OpenDatabase): Promise<number> {
  await pause(1200)
  const { rows } = await sql<{ count: number }>`select xact_commit::int as count from pg_stat_database
    where datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

type Library = { readonly organizationId: string; readonly spaces: readonly string[] }

/** One row: events of ten people who write for some seconds, in so many windows. */
async function measureWindows(
  service: BenchService,
  database: OpenDatabase,
  { organizationId, spaces }: Library,
  { tokens, windows }: { readonly tokens: readonly string[]; readonly windows: number },
): Promise<string> {
  const path = `/v1/orgs/${organizationId}/events`
  const acknowledged = new Map<string, number>()
  const arrivals: { key: string; at: number }[] = []
  const memory = service.memory().service
  const close = await runParallel(windows, 20, (i) =>
    openWindow(service.baseUrl, path, tokens[Math.floor(i / WINDOWS_PER_PERSON)] ?? '', (key) =>
      arrivals.push({ key, at: performance.now() }),
    ),
  )
  // The ten write to different spaces; people see their own changes right away, so the clock starts with the response.
  const write = async (_: unknown, writer: number) => {
    await pause((writer * WRITE_EVERY_MS) / WRITERS)
    for (let i = 0; i < seconds; i++) {
      const spaceId = spaces[writer] ?? ''
      const { version } = await service.call(api.spaces.update, {
        params: { spaceId },
        body: { title: `Title ${windows} ${i}` },
      })
      acknowledged.set(`${spaceId} ${version}`, performance.now())
      await pause(WRITE_EVERY_MS)
    }
  }
  const before = { ...processorTime(service), transactions: await transactions(database) }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await pause(500)
  const after = { ...processorTime(service), transactions: await transactions(database) }
  const grown = service.memory().service - memory
  for (const one of close) one()
  const writes = acknowledged.size
  // Two changes of a space within one batch are one event; the windows get the later one.
  const waits = arrivals.map(({ key, at }) => at - (acknowledged.get(key) ?? at)).sort((a, b) => a - b)
  const perWindow = (1000 * (after.service - before.service)) / (writes * windows)
  record({
    'events, longest': percentile(waits, 1),
    'events arrived': (100 * arrivals.length) / (writes * windows),
    'event CPU': perWindow,
  })
  const per = (total: number) => (total / writes).toFixed(2)
  return `| ${[
    windows,
    writes,
    `${((100 * arrivals.length) / (writes * windows)).toFixed(1)}%`,
    ...[0.5, 0.99, 1].map((share) => Math.round(percentile(waits, share))),
    per(after.service - before.service),
    perWindow.toFixed(0),
    per(after.database - before.database),
    per(after.transactions - before.transactions),
    grown,
  ].join(' | ')} |`
}

const service = await startBenchService()
const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
const database = openDatabase(postgres.connectionString, { max: 1 })
try {
  const { id: organizationId } = await service.call(api.organizations.create, {
    body: { title: 'Bench windows' },
  })
  const spaces = await runParallel(WRITERS, 4, async (i) => {
    const body = { title: `Space ${i}` }
    return (await service.call(api.spaces.create, { params: { organizationId }, body })).id
  })
  const people = Math.ceil(Math.max(...windowCounts) / WINDOWS_PER_PERSON)
  const tokens = await loadPeople(database, organizationId, people)
  const rows: string[] = []
  for (const windows of windowCounts) {
    rows.push(await measureWindows(service, database, { organizationId, spaces }, { tokens, windows }))
    log(rows.at(-1) ?? '')
  }
  const head = [
    '| windows | writes | events that arrived | after the answer, p50 ms | p99 ms | longest ms | CPU ms of the service per write | µs per window and write | CPU ms of the database per write | transactions per write | MB |',
    `|${' --: |'.repeat(11)}`,
  ]
  console.log([machineLabel(), '', ...head, ...rows].join('\n'))
} finally {
  await database.close()
  await postgres.stop()
  await service.stop()
}
