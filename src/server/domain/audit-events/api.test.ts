import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { auditActions } from '#contract/audit-events.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function anAudited() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const list = (query: object = {}) => call(api.auditEvents.list, { params, query })
  const get = (auditEventId: string) => call(api.auditEvents.get, { params: { ...params, auditEventId } })
  const aSpace = (title: string) => call(api.spaces.create, { params, body: { title } })
  return { organizationId, admin, params, call, list, get, aSpace }
}

test('events are listed newest first with actor and source; only a single event has its payload', async () => {
  const { organizationId, admin, list, get, call, aSpace } = await anAudited()
  const space = await aSpace('Handbook')
  await call(api.spaces.update, { params: { spaceId: space.id }, body: { title: 'Guide', emoji: '1f600' } })
  const { items, count } = await list()
  expect([count, items.map(({ action }) => action)]).toEqual([2, ['space.update', 'space.create']])
  const [newest] = items
  expect(newest).toMatchObject({
    object: 'audit-event',
    actor: { type: 'user', id: admin.userId, label: 'admin' },
    source: 'api',
    target: { type: 'space', id: space.id, label: 'Guide' },
  })
  expect(newest).not.toHaveProperty('payload')
  expect(newest?.urls.location).toContain(`/v1/orgs/${organizationId}/audit-events/${newest?.id}`)
  const detail = await get(newest?.id ?? '')
  expect(detail).toMatchObject({ ...newest, schemaVersion: 1 })
  expect(detail.payload).toEqual({
    before: { title: 'Handbook', emoji: null },
    after: { title: 'Guide', emoji: '1f600' },
  })
  expect(detail.correlationId).toMatch(/^req_/)
})

test('neither an empty nor a refused change is recorded', async () => {
  const { list, call, aSpace } = await anAudited()
  const space = await aSpace('Handbook')
  const params = { spaceId: space.id }
  await call(api.spaces.update, { params, body: { title: 'Handbook' } })
  await call(api.spaces.update, { params, body: {} })
  const late = call(api.spaces.update, { params, body: { title: 'x' } }, { ifMatch: 77 })
  await expect(late).rejects.toMatchObject({ status: 412 })
  expect((await list()).items.map(({ action }) => action)).toEqual(['space.create'])
})

test('the recorded previous state can be sent to undo a change or move', async () => {
  const { params, list, get, call, aSpace } = await anAudited()
  const [one, two, three] = [await aSpace('One'), await aSpace('Two'), await aSpace('Three')]
  const collection = await call(api.collections.create, { params, body: { title: 'Product' } })
  const order = async () => (await call(api.library.list, { params })).items.map(({ title }) => title)
  const start = await order()
  const undone = async () => (await get((await list({ limit: 1 })).items[0]?.id ?? '')).payload.before ?? {}

  for (const spaceId of [one.id, two.id, three.id]) {
    await call(api.spaces.move, { params: { spaceId }, body: { parent: collection.id } })
    await call(api.spaces.move, { params: { spaceId }, body: await undone() })
    expect(await order()).toEqual(start)
  }
  const before = { type: 'space' as const, space: two.id }
  await call(api.collections.move, {
    params: { collectionId: collection.id },
    body: { position: { before } },
  })
  expect(await order()).toEqual(['One', 'Product', 'Two', 'Three'])
  await call(api.collections.move, { params: { collectionId: collection.id }, body: await undone() })
  expect(await order()).toEqual(start)

  const described = { title: 'Products', description: 'Of all kinds', defaultLevel: null }
  await call(api.collections.update, { params: { collectionId: collection.id }, body: described })
  const again = await call(api.collections.update, {
    params: { collectionId: collection.id },
    body: await undone(),
  })
  expect(again).toMatchObject({ title: 'Product', defaultLevel: 'admin' })
  expect(again.description).toBeUndefined()
})

test('events can be filtered by action, actor, target, kind of target and time', async () => {
  const { organizationId, params, list, call, aSpace, admin } = await anAudited()
  const space = await aSpace('Space')
  const creator = await app.aMember(organizationId, 'create')
  await app.as(creator)(api.collections.create, { params, body: { title: 'Product' } })
  await call(api.spaces.delete, { params: { spaceId: space.id } })
  const actions = async (query: object) => (await list(query)).items.map(({ action }) => action)
  expect(await actions({ action: 'space.delete' })).toEqual(['space.delete'])
  expect(await actions({ actor: creator.userId })).toEqual(['collection.create'])
  expect(await actions({ actor: admin.userId, targetType: 'space' })).toEqual([
    'space.delete',
    'space.create',
  ])
  expect(await actions({ target: space.id })).toEqual(['space.delete', 'space.create'])
  expect(await actions({ target: organizationId })).toEqual([])
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await actions({ from: later })).toEqual([])
  expect((await list({ to: later })).count).toBe(3)
  for (const query of ['action=space.fly', 'from=yesterday', 'limit=101', 'targetType=page']) {
    const url = `/v1/orgs/${organizationId}/audit-events?${query}`
    expect((await app.send({ method: 'GET', url, token: admin.token })).status, query).toBe(400)
  }
})

test('a page has 20 events by default and a token for the next one', async () => {
  const { list, aSpace } = await anAudited()
  for (let i = 0; i < 23; i++) await aSpace(`Space ${i}`)
  const first = await list()
  expect([first.items.length, first.count]).toEqual([20, 23])
  const rest = await list({ page: first.next?.page, limit: 100 })
  expect([rest.items.length, rest.next]).toEqual([3, undefined])
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(23)
})

test('only admins can read events, and only those of their organization', async () => {
  const { organizationId, list, get, aSpace, params } = await anAudited()
  await aSpace('Space')
  const [event] = (await list()).items
  const other = await anAudited()
  for (const id of [event?.id ?? '', 'nosuchevent', crypto.randomUUID()]) {
    await expect(other.get(id)).rejects.toMatchObject({ status: 404, type: 'not_found' })
  }
  await expect(get(event?.id ?? '')).resolves.toMatchObject({ id: event?.id })
  const creator = app.as(await app.aMember(organizationId, 'create'))
  await expect(creator(api.auditEvents.list, { params })).rejects.toMatchObject({ status: 403 })
})

test('the actions are listed with their labels', async () => {
  const { call, params } = await anAudited()
  const { items } = await call(api.auditEvents.actions, { params })
  expect(Object.fromEntries(items.map(({ id, label }) => [id, label]))).toEqual(auditActions)
})

test('deleting a collection records an event for each collection and space in it, and restoring does too', async () => {
  const { params, list, get, call } = await anAudited()
  const outer = await call(api.collections.create, { params, body: { title: 'Outer' } })
  const inner = await call(api.collections.create, { params, body: { title: 'Inner', parent: outer.id } })
  const space = await call(api.spaces.create, { params, body: { title: 'Space', parent: inner.id } })
  await call(api.collections.delete, { params: { collectionId: outer.id } })
  const deleted = (await list()).items.filter(({ action }) => action.endsWith('.delete'))
  expect(new Set(deleted.map(({ target }) => target.id))).toEqual(new Set([outer.id, inner.id, space.id]))
  const ofSpace = deleted.find(({ target }) => target.id === space.id)
  expect((await get(ofSpace?.id ?? '')).payload).toEqual({ before: { parent: inner.id } })
  await call(api.spaces.restore, { params: { spaceId: space.id } })
  expect((await list({ limit: 1 })).items[0]).toMatchObject({ action: 'space.restore' })
})

test('a transfer is recorded in both organizations, and a copy with its original', async () => {
  const { organizationId, params, list, get, call } = await anAudited()
  const { id: to } = await call(api.organizations.create, { body: { title: 'To' } })
  const outer = await call(api.collections.create, { params, body: { title: 'Outer' } })
  const space = await call(api.spaces.create, { params, body: { title: 'Space', parent: outer.id } })
  const copy = await call(api.spaces.duplicate, { params: { spaceId: space.id } })
  const [duplicated] = (await list({ action: 'space.duplicate' })).items
  expect((await get(duplicated?.id ?? '')).payload.after).toMatchObject({ duplicateOf: space.id })
  await call(api.collections.transfer, { params: { collectionId: outer.id }, body: { organization: to } })
  await call(api.spaces.transfer, { params: { spaceId: copy.id }, body: { organization: organizationId } })
  const eventOf = async (where: string, target: string) => {
    const query = { target, limit: 1 }
    const [event] = (await call(api.auditEvents.list, { params: { organizationId: where }, query })).items
    const path = { organizationId: where, auditEventId: event?.id ?? '' }
    const { action, payload } = await call(api.auditEvents.get, { params: path })
    return { action, ...payload }
  }
  const sides = { before: { organization: organizationId, parent: outer.id } }
  expect(await eventOf(to, space.id)).toEqual({
    action: 'space.transfer',
    ...sides,
    after: { organization: to, parent: outer.id },
  })
  expect(await eventOf(organizationId, space.id)).toMatchObject({ action: 'space.transfer', ...sides })
  expect(await eventOf(organizationId, outer.id)).toMatchObject({ action: 'collection.transfer' })
  expect(await eventOf(to, copy.id)).toEqual(await eventOf(organizationId, copy.id))
})
