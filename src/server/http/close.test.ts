import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { announceClose, closeApp, closeOptions } from './close.ts'

// Connections are kept for far longer than a test may take.
async function start(
  routes: (app: FastifyInstance) => unknown,
): Promise<{ app: FastifyInstance; port: number }> {
  const app = Fastify({ keepAliveTimeout: 600_000, ...closeOptions }) as unknown as FastifyInstance
  announceClose(app)
  routes(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** A route that answers on request. */
function heldRoute(app: FastifyInstance, path: string) {
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get(path, () => {
    arrived.resolve()
    return answer.promise
  })
  return { arrived: arrived.promise, answer: answer.resolve }
}

test('a connection that its client keeps open does not delay the shutdown', async () => {
  let route: ReturnType<typeof heldRoute> | undefined
  const { app, port } = await start((app) => {
    route = heldRoute(app, '/')
  })
  const agent = new Agent({ keepAlive: true })
  const sent = request({ port, host: '127.0.0.1', agent }).end()
  const response = once(sent, 'response') as Promise<[IncomingMessage]>
  await route?.arrived
  const closed = closeApp(app, 600_000)
  route?.answer('whole')
  const [received] = await response
  expect(received.headers.connection).toBe('close')
  expect(await text(received)).toBe('whole')
  await closed
  expect(app.server.listening).toBe(false)
  agent.destroy()
})

test('a request that arrives after the shutdown has begun gets a response, and its connection ends', async () => {
  const ending = Promise.withResolvers<void>()
  const { app, port } = await start((app) => {
    app.addHook('preClose', () => ending.promise)
    app.get('/', () => 'answered')
  })
  const closed = closeApp(app, 600_000)
  const response = await fetch(`http://127.0.0.1:${port}`)
  expect([response.status, await response.text()]).toEqual([200, 'answered'])
  expect(response.headers.get('connection')).toBe('close')
  ending.resolve()
  await closed
})

test('a download that no one reads breaks off when the time is over', async () => {
  const { app, port } = await start((app) => {
    app.get('/', (_, reply) => reply.send(Readable.from(endless())))
  })
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  await closeApp(app, 50)
  expect(app.server.listening).toBe(false)
  socket.destroy()
})

function* endless() {
  for (;;) yield 'x'.repeat(100_000)
}
