import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { migrations } from '#server/db/migrations/list.ts'
import { type RunningService, startService } from '../../../e2e/service.ts'
import { aGuide } from '../a-published-site.ts'
import { type CallAs, type Person, useTestApp } from '../app.ts'
import { openEventStream } from '../event-streams.ts'
import { formOf } from '../importing.ts'
import { type ObjectStore, openObjectStore } from '../object-store.ts'
import { makeTestFolder } from '../test-folder.ts'

// Two processes with their own data folders on one database and one object store. Each test writes on one and reads on
// the other right away, in both directions.
const app = useTestApp({}, { reader: true })
let objectStore: ObjectStore
let instances: readonly RunningService[] = []
let guide: Awaited<ReturnType<typeof aGuide>>
let environment: Record<string, string> = {}

beforeAll(async () => {
  objectStore = await openObjectStore(makeTestFolder())
  // Before the first start, so that it creates no demo.
  guide = await aGuide(app)
  environment = {
    ...objectStore.environment,
    DATABASE_URL: app.connectionString,
    LECTERN_SEALING_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
  }
  instances = await Promise.all([startService(environment), startService(environment)])
}, 120_000)
afterAll(async () => {
  await Promise.all(instances.map(({ stop }) => stop()))
  await objectStore.close()
})

const directions = [
  [0, 1],
  [1, 0],
] as const

const baseOf = (index: number): string => instances[index]?.baseUrl ?? ''
const on =
  (index: number, person: Person = guide.admin): CallAs =>
  (route, input, options) =>
    call(fetchTransport(baseOf(index), { authorization: `Bearer ${person.token}` }), route, input, options)
const fetchOn = (index: number, path: string, init: RequestInit = {}) =>
  fetch(`${baseOf(index)}${path}`, { redirect: 'manual', ...init })
const authorized = (person: Person = guide.admin) => ({
  headers: { authorization: `Bearer ${person.token}` },
})

describe.each(directions)('what is written on instance %d, read on instance %d,', (one, other) => {
  test('is in cached lists', async () => {
    const params = { organizationId: guide.organizationId }
    for (const title of ['First', 'Second', 'Third']) {
      const { id } = await on(one)(api.spaces.create, { params, body: { title } })
      const { items } = await on(other)(api.spaces.list, { params, query: {} })
      expect(items.map((space) => space.id)).toContain(id)
    }
  })

  test('is in single objects and lists, also while another transaction is open', async () => {
    const params = { organizationId: guide.organizationId }
    const { id: spaceId } = await on(one)(api.spaces.create, { params, body: { title: 'Title' } })
    const { id: heldId } = await on(one)(api.spaces.create, { params, body: { title: 'Held' } })
    const titleOn = async (index: number, id: string) =>
      (await on(index)(api.spaces.get, { params: { spaceId: id } })).title
    const held = Promise.withResolvers<void>()
    const isOpen = Promise.withResolvers<void>()
    const long = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('space').set({ title: 'Late' }).where('id', '=', heldId).execute()
      isOpen.resolve()
      await held.promise
    })
    await isOpen.promise
    for (let round = 0; round < 15; round++) {
      const title = `Round ${round}`
      await on(one)(api.spaces.update, { params: { spaceId }, body: { title } })
      expect(await titleOn(other, spaceId)).toBe(title)
      const { items } = await on(other)(api.spaces.list, { params, query: { limit: 1000 } })
      expect(items.find(({ id }) => id === spaceId)?.title).toBe(title)
      expect(await titleOn(other, heldId)).toBe('Held')
    }
    held.resolve()
    await long
    expect([await titleOn(other, heldId), await titleOn(one, heldId)]).toEqual(['Late', 'Late'])
  })

  test('is in published pages', async () => {
    const { spaceId, ids, basename } = guide
    const read = async () => (await fetchOn(other, `/sites/${basename}/install`)).text()
    for (const markdown of ['A first text.', 'A second text.']) {
      const text = `${markdown} From ${one}.`
      await read()
      const page = ids.Install ?? ''
      await on(one)(api.spaceContent.edit, {
        params: { spaceId },
        body: { changes: [{ operation: 'update_page', page, document: { markdown: text } }] },
      })
      expect(await read()).toContain(text)
    }
  })

  test('is sent to readers of the change stream', async () => {
    const stream = await openEventStream(baseOf(other), guide.admin, guide.organizationId)
    const { id } = await on(one)(api.spaces.create, {
      params: { organizationId: guide.organizationId },
      body: { title: 'Announced' },
    })
    await stream.waitFor((event) => JSON.stringify(event).includes(id))
    stream.close()
  })

  test('is visible as presence', async () => {
    const { spaceId } = guide
    const params = { spaceId, clientId: `window-of-${one}` }
    await on(one)(api.presence.put, { params, body: { activity: 'editing' } })
    const { people } = await on(other)(api.presence.list, { params: { spaceId } })
    expect(people).toMatchObject([{ user: { id: guide.admin.userId }, activity: 'editing' }])
    await on(other)(api.presence.delete, { params })
    expect((await on(one)(api.presence.list, { params: { spaceId } })).people).toEqual([])
  })

  test('is a file that can be downloaded', async () => {
    const { spaceId } = guide
    const content = `bytes of ${one}`
    const body = formOf({ [`from-${one}.txt`]: content })
    const { files } = await on(one)(api.spaceContent.uploadFiles, { params: { spaceId }, body })
    const response = await fetchOn(other, new URL(files[0]?.downloadURL ?? '').pathname, authorized())
    expect([response.status, await response.text()]).toEqual([200, content])
    expect(response.headers.get('content-length')).toBe(String(content.length))
  })

  test('is imported by whichever instance runs the job', async () => {
    const params = { organizationId: guide.organizationId }
    const runs = await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const { id: spaceId } = await on(one)(api.spaces.create, {
          params,
          body: { title: `Import ${number}` },
        })
        const body = formOf({ 'docs/one.md': '# One', 'docs/two.md': `# Two\n\n${number}` })
        return on(one)(api.spaceContent.upload, { params: { spaceId }, body })
      }),
    )
    for (const { id: importRunId } of runs) {
      const run = () => on(other)(api.imports.get, { params: { ...params, importRunId } })
      await expect.poll(async () => (await run()).status, { timeout: 60_000 }).toBe('completed')
    }
  }, 120_000)

  test('is revoked everywhere', async () => {
    const { id, token } = await on(one)(api.tokens.create, { body: { label: 'short' } })
    const person = { ...guide.admin, token }
    expect((await fetchOn(other, '/v1/user', authorized(person))).status).toBe(200)
    await on(one)(api.tokens.delete, { params: { tokenId: id } })
    expect((await fetchOn(other, '/v1/user', authorized(person))).status).toBe(401)
  })

  test('happens once with an idempotency key', async () => {
    const post = (index: number) =>
      fetchOn(index, `/v1/orgs/${guide.organizationId}/spaces`, {
        method: 'POST',
        headers: {
          ...authorized().headers,
          'content-type': 'application/json',
          'idempotency-key': `once-from-${one}`,
        },
        body: JSON.stringify({ title: 'Once' }),
      })
    const [first, second] = [await post(one), await post(other)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await second.json()).toEqual(await first.json())
  })

  test('counts as a failed sign-in', async () => {
    const email = `guessed-on-${one}@example.org`
    const guess = async (index: number) =>
      (
        await fetchOn(index, '/auth/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-lectern': '1' },
          body: JSON.stringify({ email, password: 'wrong' }),
        })
      ).status
    const answers = []
    for (const index of [one, other, one, other, one, other]) answers.push(await guess(index))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is a PDF that the other one has too', async () => {
    const { spaceId, ids } = guide
    const query = { page: ids.Use ?? '', only: true }
    const { url } = await on(one)(api.exports.spacePdf, { params: { spaceId }, query })
    for (const index of [other, one]) {
      const response = await fetchOn(index, new URL(url).pathname)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    }
  }, 120_000)
})

test('an instance with other files does not start, and says what to do', async () => {
  const { LECTERN_STORAGE: _, LECTERN_S3_ENDPOINT: __, ...local } = environment
  await expect(startService({ ...local, LECTERN_S3_ENDPOINT: '' })).rejects.toThrow(
    /don't belong to this database.*LECTERN_STORAGE/,
  )
}, 120_000)

test('during an upgrade, instances of the older version go on, and none of it starts any more', async () => {
  const history = app.db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
  const name = '9999-from-the-next-version'
  expect(Object.keys(migrations)).not.toContain(name)
  await history.insertInto('kysely_migration').values({ name, timestamp: new Date().toISOString() }).execute()
  try {
    for (const [one, other] of directions) {
      const params = { organizationId: guide.organizationId }
      const { id: spaceId } = await on(one)(api.spaces.create, {
        params,
        body: { title: 'During the upgrade' },
      })
      expect(await on(other)(api.spaces.get, { params: { spaceId } })).toMatchObject({ id: spaceId })
      expect((await fetchOn(one, '/readyz')).status).toBe(200)
    }
    await expect(startService(environment)).rejects.toThrow(
      /newer version of Lectern.*9999-from-the-next-version/,
    )
  } finally {
    await history.deleteFrom('kysely_migration').where('name', '=', name).execute()
  }
}, 120_000)
