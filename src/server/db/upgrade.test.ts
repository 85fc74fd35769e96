import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import { call, type Transport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import { dropDatabase, inDatabase, whenFree } from '#testing/database-names.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { readConfig } from '../config.ts'
import { enqueueRebuild, rebuildAfterUpgrade, rebuildSpaces } from '../content/rebuild-spaces.ts'
import type { Service } from '../context.ts'
import { buildApp } from '../http/app.ts'
import { operations } from '../http/operations.ts'
import { prepareQueue } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { serviceOf } from '../service.ts'
import { verifyInstallation } from '../storage/storage-marker.ts'
import { type Db, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/list.ts'

// Data that version 0.1.0 stored, upgraded to this version; see the README of the fixture.

const fixture = join(import.meta.dirname, 'fixtures/version-0.1.0')
const { connectionString: server, prefix } = inject('testServer')
const name = `${prefix}_upgrade_${randomBytes(4).toString('hex')}`
const connectionString = inDatabase(server, name)
const TOKEN = 'lectern-fixture-token-0123456789abcdef'

/** Tables by their name in 0.1.0, if that differs. */
const renamedTables: Readonly<Record<string, string>> = {
  site_looks_preview: 'site_customization_preview',
  openapi_given_text: 'openapi_uploaded_text',
  leaving_blob: 'unused_blob',
  organization_stamp: 'organization_stamp_base',
}

/** Columns that have another name now. */
const renamedColumns: Readonly<Record<string, string>> = { act: 'contribution', looks: 'customization' }

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>
let before: Rows
let db: Db
let service: Service
let app: Awaited<ReturnType<typeof buildApp>>
const cleanUp: (() => Promise<unknown>)[] = [() => dropDatabase(server, name)]

beforeAll(async () => {
  await whenFree(server, `create database ${name} template template0`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(brotliDecompressSync(readFileSync(join(fixture, 'database.sql.br'))).toString())
  await client.end()
  const database = openDatabase(connectionString, { max: 4 })
  cleanUp.push(database.close)
  db = database.db
  before = await allRows()
  await migrate(db, { info: () => undefined })
  await prepareQueue(database.pool)
  const config = readConfig({ DATA_DIR: makeTestFolder(), LECTERN_RATE_LIMIT: '0' })
  service = serviceOf(config, db, createLog({ level: 'fatal' }), connectionString)
  for (const hash of readdirSync(join(fixture, 'blobs')))
    expect((await service.blobs.put(readFileSync(join(fixture, 'blobs', hash)))).hash).toBe(hash)
  app = await buildApp(service, operations)
  cleanUp.push(() => app.close())
})
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

test('every row is still there with its values', async () => {
  const after = await allRows()
  expect(before.size).toBeGreaterThan(60)
  for (const [table, rows] of before) {
    if (table.startsWith('kysely_')) continue
    const now = after.get(renamedTables[table] ?? table)
    expect(now?.length, table).toBe(rows.length)
    const columns = Object.keys(rows[0] ?? {}).map(
      (column) => [column, currentName(column, now?.[0])] as const,
    )
    const values = (list: typeof rows, side: 0 | 1) =>
      list.map((row) => JSON.stringify(columns.map((column) => row[column[side]] ?? null))).sort()
    expect(values(now ?? [], 1), table).toEqual(values(rows, 0))
  }
})

test('all migrations are recorded under their present names, and run only once', async () => {
  const names = async () =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      (row) => row.name,
    )
  expect(await names()).toEqual(Object.keys(migrations).sort())
  const steps: unknown[] = []
  await migrate(db, { info: (step: unknown) => void steps.push(step) })
  expect(steps).toEqual([])
})

test('what is derived from the content is as a rebuild writes it, once the job after the upgrade ran', async () => {
  await verifyInstallation(service)
  await enqueueRebuild(service)
  expect(await waitingRebuilds()).toBe(1)
  await rebuildAfterUpgrade(service, new AbortController().signal)
  // The data come from PostgreSQL 15. Later ones stem some words differently, so only these vectors may differ.
  const sections = () =>
    db
      .selectFrom('page_section')
      .select(['space_id', 'page_id', 'ordinal', 'anchor', 'title', 'body'])
      .orderBy('page_id')
      .orderBy('ordinal')
      .execute()
  const stored = await sections()
  const wrong = await wrongParts({ onlyCheck: false })
  expect(wrong.filter((part) => !part.startsWith('section '))).toEqual([])
  expect(await sections()).toEqual(stored)
  expect(await wrongParts({ onlyCheck: true })).toEqual([])
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await enqueueRebuild(service)
  expect(await waitingRebuilds()).toBe(0)
})

/** How many jobs wait that rebuild spaces. */
async function waitingRebuilds(): Promise<number> {
  const { rows } =
    await sql`select from graphile_worker.jobs where task_identifier = 'rebuild-spaces'`.execute(db)
  return rows.length
}

async function wrongParts({ onlyCheck }: { onlyCheck: boolean }): Promise<string[]> {
  const wrong: string[] = []
  for await (const space of rebuildSpaces(service, { onlyCheck, spaceId: undefined }))
    wrong.push(...space.wrong)
  return wrong
}

test('its token reads pages and files, and merges a change request that was open', async () => {
  const [organization] = (await as(api.organizations.list, { query: {} })).items
  const params = { organizationId: organization?.id ?? '' }
  const { items: spaces } = await as(api.spaces.list, { params, query: {} })
  expect(spaces.map(({ title }) => title).sort()).toEqual(['Handbook', 'Lectern documentation', 'Runbook'])
  const spaceId = spaces.find(({ title }) => title === 'Handbook')?.id ?? ''
  const { items: files } = await as(api.spaceContent.files, { params: { spaceId }, query: {} })
  const notes = files.find((file) => file.name === 'notes.txt')?.downloadURL ?? ''
  const { pathname, search } = new URL(notes)
  expect((await app.inject(pathname + search)).body).toBe('Notes of the first version\n')

  const requests = await as(api.changeRequests.list, { params: { spaceId }, query: { status: ['open'] } })
  const ids = new Map(requests.items.map(({ id, subject }) => [subject, id]))
  expect([...ids.keys()].sort()).toEqual(['Conflicting', 'Explain three'])
  const changeRequestId = ids.get('Explain three') ?? ''
  await as(api.changeRequests.merge, { params: { spaceId, changeRequestId } })
  expect(await textOf(spaceId, 'set-up')).toBe('One, differently.\n\nTwo.\n\nThree, explained.\n')
})

test('its published pages are served', async () => {
  const home = await app.inject('/sites/halden-docs/')
  expect([home.statusCode, home.body]).toEqual([200, expect.stringContaining('how to install</a>')])
  const text = await app.inject('/sites/halden-docs/set-up/on-linux')
  expect([text.statusCode, text.body]).toEqual([200, expect.stringContaining('安装指南')])
  const old = await app.inject('/sites/halden-docs/old')
  expect([old.statusCode, old.headers.location]).toEqual([308, 'https://example.org/'])
  expect((await app.inject('/sites/preview/')).body).not.toContain('Call someone')
  expect((await app.inject('/sites/lectern-documentation/')).statusCode).toBe(200)
})

const transport: Transport = async ({ method, path, headers, body }) => {
  const response = await app.inject({
    method: method as 'GET',
    url: path,
    headers: { ...headers, authorization: `Bearer ${TOKEN}` },
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    body: response.body === '' ? undefined : response.json(),
  }
}
const as = <R extends Route>(route: R, input: Input<R>): Promise<Output<R>> => call(transport, route, input)

async function textOf(spaceId: string, path: string) {
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId }, query: {} })
  const pageId = pages.find((page) => 'path' in page && page.path === path)?.id ?? ''
  const page = await as(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
  return page.type === 'document' ? page.markdown : undefined
}

const currentName = (column: string, row: object = {}) =>
  column in row ? column : (renamedColumns[column] ?? column)

/** All rows of all tables, as JSON. */
async function allRows(): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e') order by 1`.execute(db)
  const all = new Map<string, readonly Record<string, unknown>[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row
      from ${sql.table(name)} t`.execute(db)
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}
