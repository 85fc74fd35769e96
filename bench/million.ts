// Measures an organization of 20,000 pages alone, and with 980,000 pages of other organizations in the same database.
import { sql } from 'kysely'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { type Db, openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { settle } from '#testing/query-plans.ts'
import { startService } from '../e2e/service.ts'
import { distinctSearches } from './distinct-searches.ts'
import { type BenchRequest, machineLabel, measure } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { runParallel, seedPagedSpace } from './seed.ts'
import { type SearchLibrary, seedSearchPages, seedSearchSpaces } from './seed-search.ts'
import { type BenchService, startBenchService } from './service.ts'

const PAGES = 10_000
const others = Number(process.env.BENCH_ORGANIZATIONS ?? 98)
const log = (line: string): void => console.error(`· ${line}`)

type Seeded = { readonly library: SearchLibrary; readonly spaceId: string; readonly pageId: string }

const requests = ({ library, spaceId, pageId }: Seeded): readonly (readonly [string, BenchRequest])[] => {
  const at = `/v1/orgs/${library.organizationId}`
  const search = (words: readonly string[]) => ({
    path: words.map((word) => `${at}/search?query=${encodeURIComponent(word)}`),
  })
  const letters = [...'abcdefgh']
  const commit = (i: number) =>
    JSON.stringify({
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: `# Text ${i}\n\n${'Some words of it. '.repeat(40)}` },
        },
      ],
    })
  const commits = {
    method: 'POST' as const,
    connections: 1,
    bodies: Array.from({ length: 50 }, (_, i) => commit(i)),
  }
  return [
    ['list of 50 spaces', { path: `${at}/spaces?limit=50` }],
    ['get a space', { path: library.spaces.map((id) => `/v1/spaces/${id}`) }],
    ['tree of 10,000 pages', { path: `/v1/spaces/${spaceId}/content/pages`, connections: 2 }],
    ['commit one page of 10,000', { path: `/v1/spaces/${spaceId}/content`, ...commits }],
    ['search, one word in 5% of the pages', search(letters.map((one) => `often${one}`))],
    ['search, one word in 3 pages', search(Array.from({ length: 8 }, (_, i) => `rare${i * 400}x`))],
    ['search, two words', search(letters.map((one) => `common often${one}`))],
  ]
}

/** Each row with its rate, median, and processor time of service and database per request. */
async function measureAll(service: BenchService, seeded: Seeded): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, request] of requests(seeded)) {
    // Otherwise searches and lists are answered from memory.
    await service.call(api.organizations.update, {
      params: { organizationId: seeded.library.organizationId },
      body: { title: `Bench ${rows.length} ${Math.round(performance.now())}` },
    })
    const path = name.startsWith('search') ? distinctSearches([request.path].flat()) : request.path
    const before = processorTime(service)
    const {
      rps,
      p50,
      requests: count,
    } = await measure(name, service.baseUrl, service.token, {
      ...request,
      path,
      ...(path === request.path ? {} : { divided: true }),
    })
    const after = processorTime(service)
    const each = (total: number) => (total / count).toFixed(2)
    rows.push([
      name,
      String(Math.round(rps)),
      String(p50),
      each(after.service - before.service),
      each(after.database - before.database),
    ])
    log(rows.at(-1)?.join(' · ') ?? '')
  }
  return [...rows, ['start of another instance', '', String(await startTime(service.dataDir)), '', '']]
}

/** Median of the milliseconds that an instance on this database takes until it answers. */
async function startTime(dataDir: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const { startedIn, stop } = await startService({}, dataDir)
    times.push(startedIn)
    await stop()
  }
  return Math.round(times.sort((a, b) => a - b)[2] ?? 0)
}

/** Copies the searchable pages of the library into other organizations, of 100 spaces each. */
async function fill(service: BenchService, db: Db, { organizationId, spaces }: SearchLibrary): Promise<void> {
  const targets = await runParallel(others, 4, async (i) => {
    const { id } = await service.call(api.organizations.create, { body: { title: `Neighbor ${i}` } })
    return id
  })
  const indexes = await withoutWordIndexes(db)
  for (const [i, target] of targets.entries()) {
    const renamed = (column: string) => sql`${sql.ref(column)} || ${`n${i}`}`
    await db.transaction().execute(async (tx) => {
      await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
        select ${target}, ${renamed('id')}, order_key, title, revision_id, created_at, updated_at from space
        where organization_id = ${organizationId} and id = any(${spaces})`.execute(tx)
      await sql`insert into page (organization_id, space_id, page_id, type, slug, path, title, created_at, updated_at)
        select ${target}, ${renamed('space_id')}, page_id, type, slug, path, title, created_at, updated_at from page
        where organization_id = ${organizationId} and space_id = any(${spaces})`.execute(tx)
      await sql`insert into page_section (organization_id, space_id, page_id, ordinal, anchor, title, body, vector)
        select ${target}, ${renamed('space_id')}, page_id, ordinal, anchor, title, body, vector from page_section
        where organization_id = ${organizationId} and space_id = any(${spaces}) and ordinal < 2`.execute(tx)
      await sql`insert into search_word (organization_id, space_id, word)
        select ${target}, ${renamed('space_id')}, word from search_word
        where organization_id = ${organizationId} and space_id = ${spaces[0]}`.execute(tx)
    })
    if (i % 10 === 9) log(`${i + 1} organizations`)
  }
  await sql`set maintenance_work_mem = '1GB'`.execute(db)
  for (const definition of indexes) await sql.raw(definition).execute(db)
}

/** Drops the indexes of words, which are created again much faster than they grow; returns their definitions. */
async function withoutWordIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('page_section', 'search_word') and indexdef ilike '%using gin%'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function size(db: Db): Promise<string> {
  const { rows } = await sql<{ pages: number; sections: number; gb: number }>`
    select (select count(*) from page)::int as pages, (select count(*) from page_section)::int as sections,
      round(pg_database_size(current_database()) / 1e9, 1)::float as gb`.execute(db)
  const { pages = 0, sections = 0, gb = 0 } = rows[0] ?? {}
  return `${pages.toLocaleString('en')} pages, ${sections.toLocaleString('en')} sections, ${gb} GB`
}

const service = await startBenchService()
const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
const { db, close } = openDatabase(postgres.connectionString, { max: 2 })
try {
  const library = await seedSearchSpaces(service.call, db)
  await seedSearchPages(db, library, 0, PAGES)
  const { id: organizationId } = await service.call(api.organizations.create, {
    body: { title: 'Bench tree' },
  })
  const seeded = { library, ...(await seedPagedSpace(service.call, organizationId, 100, 100)) }
  await settle(db)
  const sizes = [await size(db)]
  log(sizes[0] ?? '')
  const alone = await measureAll(service, seeded)
  const startedAt = performance.now()
  await fill(service, db, library)
  await settle(db)
  sizes.push(await size(db))
  log(`${sizes[1]}, after ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const together = await measureAll(service, seeded)
  const head =
    '| | a second | p50 ms | CPU ms of the service | of the database | a second | p50 ms | CPU ms of the service | of the database |'
  console.log(
    [
      machineLabel(),
      '',
      `First four: ${sizes[0]}. Last four: ${sizes[1]}.`,
      '',
      head,
      `| --- |${' --: |'.repeat(8)}`,
    ]
      .concat(alone.map((row, i) => `| ${[...row, ...(together[i] ?? []).slice(1)].join(' | ')} |`))
      .join('\n'),
  )
} finally {
  await close()
  await postgres.stop()
  await service.stop()
}
