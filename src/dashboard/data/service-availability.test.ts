import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchTransport } from '#contract/client.ts'
import { serviceAvailability, waitingForService } from './service-availability.ts'

const servers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of servers.splice(0)) await close()
})

/** A service that answers 503 to everything until `isReady`, and counts the requests other than checks. */
async function startService() {
  const state = { isReady: false, requests: [] as string[] }
  const server = createServer((request, response) => {
    const isCheck = request.url === '/readyz'
    if (!isCheck) state.requests.push(request.method ?? '')
    response.writeHead(state.isReady ? 200 : 503).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  servers.push(() => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, send: waitingForService(fetchTransport(base), `${base}/readyz`) }
}

const LIMIT = { timeout: 20_000 }

test('a write that gets 503 is saved when the service is ready, and so is what others wait for', async () => {
  const { state, send } = await startService()
  const write = send({ method: 'PATCH', path: '/v1/spaces/1', headers: {} })
  const read = send({ method: 'GET', path: '/v1/spaces/1', headers: {} })
  await vi.waitFor(() => expect(state.requests).toHaveLength(2), LIMIT)
  await vi.waitFor(() => expect(serviceAvailability.isAway()).toBe(true), LIMIT)
  state.isReady = true
  expect([(await write).status, (await read).status]).toEqual([200, 200])
  expect(state.requests.toSorted()).toEqual(['GET', 'GET', 'PATCH', 'PATCH'])
  await vi.waitFor(() => expect(serviceAvailability.isAway()).toBe(false), LIMIT)
}, 60_000)

test('a POST is only repeated with a key, under which it is carried out once', async () => {
  const { state, send } = await startService()
  const post = (headers: Record<string, string>) => send({ method: 'POST', path: '/v1/orgs', headers })
  expect((await post({})).status).toBe(503)
  const withKey = post({ 'idempotency-key': 'one' })
  await vi.waitFor(() => expect(state.requests).toHaveLength(2), LIMIT)
  state.isReady = true
  expect((await withKey).status).toBe(200)
}, 60_000)
