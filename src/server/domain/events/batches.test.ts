import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { openEventStream } from '#testing/event-streams.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openDatabase } from '../../db/client.ts'
import { buildApp } from '../../http/app.ts'
import { operations } from '../../http/operations.ts'
import { serviceOf } from '../../service.ts'

const app = useTestApp()

/** Statements that the instance with the streams has sent to the database. */
const statements: string[] = []
let address = ''
let close = async (): Promise<void> => undefined

// A second instance has the streams, so that what is written at the first is not counted.
beforeAll(async () => {
  const { service, connectionString } = app
  const database = openDatabase(connectionString, { max: 4 })
  database.pool.on('connect', countStatements)
  const instance = await buildApp(
    serviceOf(service.config, database.db, service.log, connectionString),
    operations,
    makeTestFolder(),
  )
  address = await instance.listen({ port: 0, host: '127.0.0.1' })
  close = async () => {
    await instance.close()
    await database.close()
  }
})
afterAll(() => close())

function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query(...args: unknown[]) {
      statements.push(String(typeof args[0] === 'string' ? args[0] : (args[0] as pg.QueryConfig).text))
      return query(...args)
    },
  })
}

/** Writes a space, a collection and a site, and returns the statements sent until every stream has all three. */
async function statementsPerBatch(organizationId: string, admin: Person, listeners: readonly Person[]) {
  const call = app.as(admin)
  const params = { organizationId }
  const space = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const collection = await call(api.collections.create, { params, body: { title: 'Manuals' } })
  const site = await call(api.sites.create, { params, body: { title: 'Docs' } })
  const streams = await Promise.all(
    listeners.map((person) => openEventStream(address, person, organizationId)),
  )
  // Batches of what came before are over once a later change has arrived everywhere.
  await call(api.organizations.update, { params, body: { title: `For ${listeners.length}` } })
  await Promise.all(streams.map(({ waitFor }) => waitFor(({ type }) => type === 'organization.updated')))
  statements.length = 0
  await app.db.transaction().execute(async (tx) => {
    for (const [table, id] of [
      ['space', space.id],
      ['collection', collection.id],
      ['site', site.id],
    ] as const)
      await tx.updateTable(table).set({ title: 'Changed' }).where('id', '=', id).execute()
  })
  for (const kind of ['space', 'collection', 'site'])
    await Promise.all(streams.map(({ waitFor }) => waitFor(({ type }) => type === `${kind}.updated`)))
  for (const stream of streams) stream.close()
  return [...statements]
}

test('a batch costs the same few queries for one listener and for many', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const one = await statementsPerBatch(organizationId, admin, [admin])
  const members = await Promise.all(Array.from({ length: 8 }, () => app.aMember(organizationId, 'read')))
  const many = await statementsPerBatch(organizationId, admin, [admin, admin, ...members, ...members])
  expect(one.length).toBeGreaterThan(0)
  expect(many.length).toBeLessThanOrEqual(4)
  expect(one.length).toBeLessThanOrEqual(4)
})

test('one batch gives each member what they may see', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const [reader, guest] = [await app.aMember(organizationId, 'read'), await app.aMember(organizationId, null)]
  const call = app.as(admin)
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const streams = await Promise.all(
    [reader, reader, guest].map((person) => openEventStream(address, person, organizationId)),
  )
  await call(api.spaces.update, { params: { spaceId }, body: { title: 'New guide' } })
  await call(api.organizations.update, { params: { organizationId }, body: { title: 'Renamed' } })
  await Promise.all(streams.map(({ waitFor }) => waitFor(({ type }) => type === 'organization.updated')))
  const updated = streams.map(({ events }) => events.filter(({ type }) => type === 'space.updated').length)
  expect(updated).toEqual([1, 1, 0])
  for (const stream of streams) stream.close()
})
