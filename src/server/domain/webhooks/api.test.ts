import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_WEBHOOKS } from '#contract/webhooks.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

const body = { url: 'https://hooks.example.com/lectern', events: ['space.created' as const] }

test('a webhook is created, changed and deleted, and its secret is shown only once', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const created = await call(api.webhooks.create, { params, body: { ...body, description: 'Search index' } })
  expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(created).toMatchObject({ ...body, enabled: true, description: 'Search index', version: 1 })
  const at = { params: { ...params, webhookId: created.id } }
  expect(await call(api.webhooks.get, at)).not.toHaveProperty('secret')
  const changed = await call(
    api.webhooks.update,
    { ...at, body: { events: ['site.published', 'space.deleted'], description: '', enabled: false } },
    { ifMatch: 1 },
  )
  expect(changed).toMatchObject({ events: ['site.published', 'space.deleted'], enabled: false, version: 2 })
  expect(changed).not.toHaveProperty('description')
  const stale = call(api.webhooks.update, { ...at, body: { enabled: true } }, { ifMatch: 1 })
  await expect(stale).rejects.toMatchObject({ status: 412 })
  const stored = await app.db.selectFrom('webhook').selectAll().where('id', '=', created.id).execute()
  expect(JSON.stringify(stored)).not.toContain(created.secret.slice(6))
  await call(api.webhooks.delete, at)
  await expect(call(api.webhooks.get, at)).rejects.toMatchObject({ status: 404 })
  const events = await eventsOf(app.db, organizationId, created.id)
  expect(events.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.delete'])
  expect(JSON.stringify(events)).not.toContain('whsec_')
})

test('a URL must be https with a public address', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const urls = [
    'http://hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1:8443/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest',
  ]
  for (const url of urls) {
    const refusal = app.as(admin)(api.webhooks.create, { params: { organizationId }, body: { ...body, url } })
    await expect(refusal, url).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: ['body', 'url'] }] },
    })
  }
})

test('the masked URL of a chat is no URL of a chat, and keeps the stored one where it is unchanged', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const chat = { ...body, format: 'slack' as const }
  const url = 'https://hooks.example.com/services/T000/B000/abcdefgh'
  const created = await call(api.webhooks.create, { params, body: { ...chat, url } })
  const refused = { status: 400, details: { issues: [{ path: ['body', 'url'] }] } }
  const again = call(api.webhooks.create, { params, body: { ...chat, url: created.url } })
  await expect(again).rejects.toMatchObject(refused)
  const at = { params: { ...params, webhookId: created.id } }
  const sealed = async () =>
    (await app.db.selectFrom('webhook').select('sealed_url').where('id', '=', created.id).execute())[0]
  const before = await sealed()
  await call(api.webhooks.update, { ...at, body: { url: created.url, description: 'Chat' } })
  expect(await sealed()).toEqual(before)
  const other = call(api.webhooks.update, { ...at, body: { url: 'https://chat.example.com/…' } })
  await expect(other).rejects.toMatchObject(refused)
})

test('at least one known event is required, each once', async () => {
  const { organizationId, admin } = await app.anOrganization()
  for (const events of [[], ['space.exploded'], ['space.created', 'space.created']]) {
    const refusal = app.as(admin)(api.webhooks.create, {
      params: { organizationId },
      body: { ...body, events: events as never },
    })
    await expect(refusal).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
})

test(`an organization can have ${MAX_WEBHOOKS} webhooks, also when they are created at the same time`, async () => {
  const { organizationId, admin } = await app.anOrganization()
  const create = () => app.as(admin)(api.webhooks.create, { params: { organizationId }, body })
  const results = await Promise.allSettled(Array.from({ length: MAX_WEBHOOKS + 2 }, create))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS)
  await expect(create()).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})

test('a disabled webhook gets no test event and no events', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const { id } = await call(api.webhooks.create, { params, body: { ...body, enabled: false } })
  const at = { params: { ...params, webhookId: id } }
  await expect(call(api.webhooks.test, at)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await call(api.spaces.create, { params, body: { title: 'Guide' } })
  expect((await call(api.webhooks.listDeliveries, at)).count).toBe(0)
})

test('disabling a webhook ends its waiting deliveries, and one that is being sent cannot be resent', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const { id } = await call(api.webhooks.create, { params, body })
  const at = { params: { ...params, webhookId: id } }
  const waiting = await call(api.webhooks.test, at)
  const resend = () => call(api.webhooks.resendDelivery, { params: { ...at.params, deliveryId: waiting.id } })
  await expect(resend()).rejects.toMatchObject({ status: 409 })
  await call(api.webhooks.update, { ...at, body: { enabled: false } })
  const [ended] = (await call(api.webhooks.listDeliveries, { ...at, query: { status: 'failed' } })).items
  expect(ended).toMatchObject({ id: waiting.id, status: 'failed', attempts: 0 })
  await expect(resend()).rejects.toMatchObject({ status: 409 })
  await call(api.webhooks.update, { ...at, body: { enabled: true } })
  expect(await resend()).toMatchObject({ id: waiting.id, eventId: waiting.eventId, status: 'pending' })
})

test('webhooks of another organization cannot be reached', async () => {
  const one = await app.anOrganization()
  const two = await app.anOrganization()
  const created = await app.as(one.admin)(api.webhooks.create, {
    params: { organizationId: one.organizationId },
    body,
  })
  const params = { organizationId: two.organizationId, webhookId: created.id }
  const call = app.as(two.admin)
  const reads = [
    () => call(api.webhooks.get, { params }),
    () => call(api.webhooks.listDeliveries, { params }),
    () => call(api.webhooks.rotateSecret, { params }),
    () => call(api.webhooks.test, { params }),
    () => call(api.webhooks.update, { params, body: { enabled: false } }),
    () => call(api.webhooks.delete, { params }),
  ]
  for (const read of reads) await expect(read()).rejects.toMatchObject({ status: 404 })
})
