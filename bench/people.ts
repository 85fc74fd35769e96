// Measures lists and search of a large organization at 32 connections: 50,000 members, a library of 5,000 nodes, 10,000 pages.
import { sql } from 'kysely'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { loadLibrary } from './library-load.ts'
import { pagedSpace } from './load.ts'
import { machine, rowOf, type Shot, tableHead } from './measuring.ts'
import { type BenchService, startBenchService } from './service.ts'

const memberCount = 50_000
const connections = 32
const say = (line: string): void => console.error(`· ${line}`)

/** Members straight into the tables: by the interface they would have to be invited one by one. */
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

const shots = (people: string, library: string, pages: string): readonly (readonly [string, Shot])[] => {
  const members = `/v1/orgs/${people}/members`
  const searches = ['marek', 'holm 1', 'petra.lind', 'toth', 'kovac499', 'nobody-at-all']
  const words = ['sentence', 'page 42', 'folder 7', 'about length', 'page 9 31', 'nothing-like-it']
  const asked = (path: string, name: string, texts: readonly string[]) =>
    texts.map((text) => `${path}?${name}=${encodeURIComponent(text)}`)
  return [
    ['50,000 members, newest first', { path: members }],
    ['50,000 members by name', { path: `${members}?sort=name&order=asc` }],
    ['50,000 members, last seen', { path: `${members}?sort=lastSeenAt` }],
    ['50,000 members, guests', { path: `${members}?role=guest` }],
    ['50,000 members, search', { path: asked(members, 'search', searches) }],
    ['library of 5,000 nodes, whole', { path: `/v1/orgs/${library}/library?nested=true&limit=1000` }],
    ['library of 5,000 nodes, all collections', { path: `/v1/orgs/${library}/collections?limit=1000` }],
    ['search of 10,000 pages', { path: asked(`/v1/orgs/${pages}/search`, 'query', words) }],
  ].map(([name, shot]) => [name as string, { ...(shot as Shot), connections }] as const)
}

const service = await startBenchService()
try {
  const people = await loadMembers(service)
  say(`${memberCount} members`)
  const library = await loadLibrary(service.call, say)
  const { id: pages } = await service.call(api.organizations.create, { body: { title: 'Bench pages' } })
  await pagedSpace(service.call, pages, 100, 100)
  say('10,000 pages')
  const rows: string[] = []
  for (const [name, shot] of shots(people, library, pages)) {
    rows.push(await rowOf(service, name, shot))
    say(rows.at(-1) ?? '')
  }
  console.log([machine(), '', ...tableHead, ...rows].join('\n'))
} finally {
  await service.stop()
}
