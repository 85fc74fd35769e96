// Measures lists and search of a large organization at 32 connections: 50,000 members, a library of 5,000 nodes, 10,000 pages.
import { sql } from 'kysely'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { type BenchRequest, machineLabel, measureRow, tableHead } from './measure.ts'
import { seedPagedSpace } from './seed.ts'
import { seedLibrary } from './seed-library.ts'
import { type BenchService, startBenchService } from './service.ts'

const memberCount = 50_000
const connections = 32
const log = (line: string): void => console.error(`· ${line}`)

/** Inserts members into the tables directly; the API could only invite them one by one. */
async function loadMembers({ dataDir, call }: BenchService): Promise<string> {
  const { id } = await call(api.organizations.create, { body: { title: 'Bench people' } })
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const { db, close } = openDatabase(postgres.connectionString)
  try {
    await sql`insert into user_account (id, email, display_name, created_at, updated_at)
      select 'bench' || n, lower(first[1 + n % 20] || '.' || last[1 + n / 20 % 20] || n) || '@example.org',
        first[1 + n % 20] || ' ' || last[1 + n / 20 % 20] || ' ' || n, now(), now()
      from generate_series(1, ${memberCount}::int) n,
        (select ${firstNames}::text[] as first, ${lastNames}::text[] as last) names`.execute(db)
    await sql`insert into member (organization_id, user_id, role, joined_at, last_seen_at)
      select ${id}, 'bench' || n, (array['read', 'comment', 'edit', 'review', 'create', null])[1 + n % 6],
        now() - n * interval '1 minute', case when n % 3 = 0 then now() - n * interval '1 second' end
      from generate_series(1, ${memberCount}::int) n`.execute(db)
    await sql`analyze member, user_account`.execute(db)
  } finally {
    await close()
    await postgres.stop()
  }
  return id
}

const firstNames =
  'Ada Bram Chiara Dmitri Elif Farid Greta Hanna Ines Jonas Kaya Liv Marek Nadia Omar Petra Quinn Rosa Sven Tove'.split(
    ' ',
  )
const lastNames =
  'Abel Berg Costa Dahl Engel Faure Grau Holm Ivanov Jansen Kovac Lind Moreau Novak Olsen Price Quist Rossi Stein Toth'.split(
    ' ',
  )

const benchRequests = (
  memberOrganizationId: string,
  libraryOrganizationId: string,
  pagesOrganizationId: string,
): readonly (readonly [string, BenchRequest])[] => {
  const members = `/v1/orgs/${memberOrganizationId}/members`
  const searches = ['marek', 'holm 1', 'petra.lind', 'toth', 'kovac499', 'nobody-at-all']
  const queries = ['sentence', 'page 42', 'folder 7', 'about length', 'page 9 31', 'nothing-like-it']
  const searchPaths = (path: string, name: string, texts: readonly string[]) =>
    texts.map((text) => `${path}?${name}=${encodeURIComponent(text)}`)
  return [
    ['50,000 members, newest first', { path: members }],
    ['50,000 members by name', { path: `${members}?sort=name&order=asc` }],
    ['50,000 members, last seen', { path: `${members}?sort=lastSeenAt` }],
    ['50,000 members, guests', { path: `${members}?role=guest` }],
    ['50,000 members, search', { path: searchPaths(members, 'search', searches) }],
    [
      'library of 5,000 nodes, whole',
      { path: `/v1/orgs/${libraryOrganizationId}/library?nested=true&limit=1000` },
    ],
    [
      'library of 5,000 nodes, all collections',
      { path: `/v1/orgs/${libraryOrganizationId}/collections?limit=1000` },
    ],
    [
      'search of 10,000 pages',
      { path: searchPaths(`/v1/orgs/${pagesOrganizationId}/search`, 'query', queries) },
    ],
  ].map(([name, request]) => [name as string, { ...(request as BenchRequest), connections }] as const)
}

const service = await startBenchService()
try {
  const memberOrganizationId = await loadMembers(service)
  log(`${memberCount} members`)
  const libraryOrganizationId = await seedLibrary(service.call, log)
  const { id: pagesOrganizationId } = await service.call(api.organizations.create, {
    body: { title: 'Bench pages' },
  })
  await seedPagedSpace(service.call, pagesOrganizationId, 100, 100)
  log('10,000 pages')
  const rows: string[] = []
  for (const [name, request] of benchRequests(
    memberOrganizationId,
    libraryOrganizationId,
    pagesOrganizationId,
  )) {
    rows.push(await measureRow(service, name, request))
    log(rows.at(-1) ?? '')
  }
  console.log([machineLabel(), '', ...tableHead, ...rows].join('\n'))
} finally {
  await service.stop()
}
