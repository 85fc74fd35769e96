import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'
import { openWebhookReceiver, verifiedEvent, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { jobHandlers } from '../../jobs/handlers/list.ts'
import { startWorker } from '../../jobs/worker.ts'
import { attemptDelivery } from './deliver.ts'
import { deleteOldDeliveries } from './delivery-queries.ts'
import { nextAttempt } from './rules.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

async function aWebhook(receiver?: WebhookReceiver) {
  const target = receiver ?? (await openWebhookReceiver())
  if (receiver === undefined) ends.push(target.close)
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const { id, secret } = await call(api.webhooks.create, {
    params,
    body: { url: target.url, events: ['space.created'] },
  })
  const at = { params: { ...params, webhookId: id } }
  return {
    receiver: target,
    organizationId,
    admin,
    call,
    at,
    secret,
    createSpace: (title = 'Guide') => call(api.spaces.create, { params, body: { title } }),
    deliveries: async () => (await call(api.webhooks.listDeliveries, at)).items,
    delivery: (deliveryId: string) =>
      call(api.webhooks.getDelivery, { params: { ...at.params, deliveryId } }),
  }
}

async function work() {
  const pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  const worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  const stop = async () => {
    await worker.stop()
    await pool.end()
  }
  return { stop }
}

test('a chat gets a message, and its URL is stored sealed and shown masked', async () => {
  const receiver = await openWebhookReceiver()
  ends.push(receiver.close)
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const webhook = await call(api.webhooks.create, {
    params,
    body: { url: `${receiver.url}/services/secret-part`, format: 'slack', events: ['space.created'] },
  })
  expect(webhook.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/…part$/)
  const at = { params: { ...params, webhookId: webhook.id } }
  const { url, version } = await call(api.webhooks.update, {
    ...at,
    body: { url: webhook.url, description: 'Docs channel' },
  })
  expect([url, version]).toEqual([webhook.url, 2])
  const space = await call(api.spaces.create, { params, body: { title: 'Guide <!here>' } })
  await runPendingJobs(app)
  const [request] = receiver.received
  expect(JSON.parse(request?.body ?? '')).toEqual({
    text: expect.stringMatching(
      new RegExp(`^Space created: <[^|]+/s/${space.id}\\|Guide &lt;!here&gt;> by `),
    ),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: expect.any(String) } }],
  })
  const { rows } = await sql<{ row: string }>`select row_to_json(w)::text as row from webhook w
    where id = ${webhook.id}`.execute(app.db)
  expect(rows[0]?.row).not.toContain('secret-')
})

test('an event arrives signed, without content, and is logged with the response', async () => {
  const { receiver, organizationId, admin, secret, createSpace, deliveries, delivery } = await aWebhook()
  receiver.respond = { status: 200, body: `ok${'.'.repeat(10_000)}` }
  const space = await createSpace('Confidential title')
  await runPendingJobs(app)
  const [request] = receiver.received
  if (request === undefined) throw new Error('Nothing arrived')
  const event = verifiedEvent(request, secret)
  expect(event).toMatchObject({
    id: request.headers['webhook-id'],
    type: 'space.created',
    data: {
      organization: organizationId,
      id: space.id,
      version: 1,
      actor: { type: 'user', id: admin.userId },
    },
  })
  expect(request.body).not.toContain('Confidential')
  expect(request.headers['content-type']).toBe('application/json; charset=utf-8')
  const [logged] = await deliveries()
  expect(logged).toMatchObject({ status: 'succeeded', attempts: 1, lastAttempt: { responseStatus: 200 } })
  const detail = await delivery(logged?.id ?? '')
  expect(JSON.stringify(detail.payload)).toBe(request.body)
  expect(detail.responseBody).toHaveLength(4096)
  expect(detail.history).toHaveLength(1)
})

test('for 24 hours requests are signed with the replaced secret too', async () => {
  const { receiver, call, at, secret, createSpace } = await aWebhook()
  const rotated = await call(api.webhooks.rotateSecret, at)
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.previousSecretUntil).toBeDefined()
  await createSpace()
  await runPendingJobs(app)
  const [first] = receiver.received
  if (first === undefined) throw new Error('Nothing arrived')
  for (const each of [secret, rotated.secret]) expect(verifiedEvent(first, each).type).toBe('space.created')
  const past = new Date(Date.now() - 1000)
  await app.db
    .updateTable('webhook')
    .set({ previous_secret_until: past })
    .where('id', '=', at.params.webhookId)
    .execute()
  await createSpace('Next')
  await runPendingJobs(app)
  const second = receiver.received[1]
  if (second === undefined) throw new Error('Nothing arrived')
  expect(verifiedEvent(second, rotated.secret).type).toBe('space.created')
  expect(() => verifiedEvent(second, secret)).toThrow('No matching signature')
  expect(await call(api.webhooks.get, at)).not.toHaveProperty('previousSecretUntil')
})

test('a failed delivery is retried with the same id until it succeeds', async () => {
  const { receiver, call, at, secret, createSpace, deliveries } = await aWebhook()
  receiver.respond = { status: 503, body: 'Busy' }
  await createSpace()
  const { stop } = await work()
  ends.push(stop)
  await receiver.waitFor(1)
  const failed = await waitUntil(deliveries, ([delivery]) => delivery?.attempts === 1)
  expect(failed[0]).toMatchObject({
    status: 'pending',
    lastAttempt: { responseStatus: 503, error: 'The server responded with 503' },
  })
  const wait = Date.parse(failed[0]?.nextAttemptAt ?? '') - Date.now()
  expect(wait).toBeGreaterThan(1_000)
  expect(wait).toBeLessThanOrEqual(5_000)
  expect((await call(api.webhooks.get, at)).failingSince).toBeDefined()
  receiver.respond = { status: 204 }
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await stop()
  ends.pop()
  await runPendingJobs(app)
  const ids = receiver.received.map((request) => verifiedEvent(request, secret).id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect((await deliveries())[0]).toMatchObject({ status: 'succeeded', attempts: 2 })
  expect(await call(api.webhooks.get, at)).not.toHaveProperty('failingSince')
})

test('retries end after 38 hours', () => {
  let now = new Date(0)
  let tries = 0
  for (let next: Date | null = now; next !== null; next = nextAttempt(++tries, now)) now = next
  expect(tries).toBe(9)
  expect(now.getTime() / 3_600_000).toBeCloseTo(37.6, 1)
})

test('redirects are not followed and no response is an error', async () => {
  const other = await openWebhookReceiver()
  ends.push(other.close)
  const { receiver, createSpace, deliveries } = await aWebhook()
  receiver.respond = { status: 307, headers: { location: other.url } }
  await createSpace()
  await runPendingJobs(app)
  expect((await deliveries())[0]?.lastAttempt?.error).toContain('Redirects are not followed')
  expect(other.received).toEqual([])
  await receiver.close()
  ends.shift()
  await createSpace('Second')
  await runPendingJobs(app)
  expect((await deliveries())[0]?.lastAttempt).toMatchObject({ error: 'The connection was refused' })
})

test('an endless response is cut off', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { call, at, createSpace, deliveries, delivery } = await aWebhook()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await call(api.webhooks.update, { ...at, body: { url } })
  await createSpace()
  await runPendingJobs(app)
  const [logged] = await deliveries()
  expect(logged?.status).toBe('succeeded')
  expect((await delivery(logged?.id ?? '')).responseBody).toHaveLength(4096)
})

test('the address is checked with each connection', async () => {
  const { receiver, at, createSpace, deliveries } = await aWebhook()
  await createSpace()
  const [waiting] = await deliveries()
  const strict = { ...app.service, config: { ...app.service.config, allowPrivateNetwork: false } }
  await attemptDelivery(strict, { ...at.params, deliveryId: waiting?.id ?? '' }, new AbortController().signal)
  expect((await deliveries())[0]?.lastAttempt?.error).toContain('not allowed')
  expect(receiver.received).toEqual([])
})

test('two instances send each event once', async () => {
  const { receiver, createSpace, deliveries } = await aWebhook()
  const workers = [await work(), await work()]
  for (let n = 0; n < 20; n++) await createSpace(`Space ${n}`)
  await receiver.waitFor(20)
  await waitUntil(deliveries, (all) => all.every(({ status }) => status === 'succeeded'))
  for (const { stop } of workers) await stop()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  expect(receiver.received).toHaveLength(20)
})

test('a delivery that a stop interrupted is sent again', async () => {
  const { receiver, createSpace, deliveries } = await aWebhook()
  receiver.respond = null
  await createSpace()
  const first = await work()
  await receiver.waitFor(1)
  await first.stop()
  expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: 0 })
  receiver.respond = { status: 204 }
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  const second = await work()
  await receiver.waitFor(2)
  await waitUntil(deliveries, ([delivery]) => delivery?.status === 'succeeded')
  await second.stop()
  const [one, two] = receiver.received
  expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
  expect(two?.body).toBe(one?.body)
})

test('after five days of failures a webhook is disabled, and admins get an email', async () => {
  const { receiver, organizationId, admin, call, at, createSpace, deliveries } = await aWebhook()
  const other = await app.aMember(organizationId, 'admin')
  const writer = await app.aMember(organizationId, 'edit')
  receiver.respond = { status: 500 }
  const since = new Date(Date.now() - 5 * 86_400_000 + 60_000)
  const setSince = (failing_since: Date) =>
    app.db.updateTable('webhook').set({ failing_since }).where('id', '=', at.params.webhookId).execute()
  await setSince(since)
  await createSpace('Still failing')
  await runPendingJobs(app)
  expect((await call(api.webhooks.get, at)).enabled).toBe(true)
  await setSince(new Date(since.getTime() - 60_000))
  await createSpace('Too long')
  await runPendingJobs(app)
  expect(await call(api.webhooks.get, at)).toMatchObject({ enabled: false, disabledReason: 'failing' })
  expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  for (const { email } of [admin, other]) {
    expect(emailsTo(app, email).join()).toContain('no delivery has succeeded for 5 days')
  }
  expect(emailsTo(app, writer.email)).toEqual([])
  const events = await eventsOf(app.db, organizationId, at.params.webhookId)
  expect(events.at(-1)).toMatchObject({ action: 'webhook.disable' })
  const enabled = await call(api.webhooks.update, { ...at, body: { enabled: true } })
  expect(enabled).not.toHaveProperty('disabledReason')
})

test('a response 410 disables a webhook', async () => {
  const { receiver, call, at, createSpace } = await aWebhook()
  receiver.respond = { status: 410 }
  await createSpace()
  await runPendingJobs(app)
  expect(await call(api.webhooks.get, at)).toMatchObject({ enabled: false, disabledReason: 'gone' })
})

test('a test event is sent, and a delivery can be resent with the same id', async () => {
  const { receiver, call, at, secret } = await aWebhook()
  const { id: deliveryId, eventId } = await call(api.webhooks.test, at)
  await runPendingJobs(app)
  const [request] = receiver.received
  if (request === undefined) throw new Error('Nothing arrived')
  expect(verifiedEvent(request, secret)).toMatchObject({ id: eventId, type: 'webhook.test' })
  const resent = await call(api.webhooks.resendDelivery, { params: { ...at.params, deliveryId } })
  expect(resent).toMatchObject({ id: deliveryId, status: 'pending', attempts: 1 })
  await runPendingJobs(app)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(eventId)
  expect((await call(api.webhooks.get, at)).lastDelivery).toMatchObject({
    id: deliveryId,
    status: 'succeeded',
  })
})

test('a delivery that waits for its next attempt can be sent now, and only once', async () => {
  const { receiver, call, at, createSpace, deliveries } = await aWebhook()
  receiver.respond = { status: 503 }
  await createSpace()
  await runPendingJobs(app)
  const [waiting] = await deliveries()
  expect(waiting).toMatchObject({ status: 'pending', attempts: 1 })
  receiver.respond = { status: 204 }
  const resend = () =>
    call(api.webhooks.resendDelivery, { params: { ...at.params, deliveryId: waiting?.id ?? '' } })
  expect(await resend()).toMatchObject({ id: waiting?.id, status: 'pending' })
  await expect(resend()).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await runPendingJobs(app)
  expect(await deliveries()).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  expect(receiver.received).toHaveLength(2)
})

test('deliveries are deleted after 30 days', async () => {
  const { at, call, createSpace, deliveries } = await aWebhook()
  await createSpace()
  await deleteOldDeliveries(app.db, new Date(Date.now() + 29 * 86_400_000))
  expect(await deliveries()).toHaveLength(1)
  await deleteOldDeliveries(app.db, new Date(Date.now() + 31 * 86_400_000))
  expect(await deliveries()).toEqual([])
  expect((await call(api.webhooks.get, at)).enabled).toBe(true)
})

async function waitUntil<T>(read: () => Promise<T>, condition: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 50_000; ; await pause(20)) {
    const value = await read()
    if (condition(value)) return value
    if (Date.now() > end) throw new Error(`Never true: ${JSON.stringify(value)}`)
  }
}
