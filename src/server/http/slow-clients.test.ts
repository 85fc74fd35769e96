import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, {
  type FastifyInstance,
  type onRequestAsyncHookHandler,
  type preParsingAsyncHookHandler,
} from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { buildApp } from './app.ts'
import { type ClientLimits, endSlowRequests, serverOptions } from './slow-clients.ts'

const testApp = useTestApp()
const LIMITS: ClientLimits = {
  headersMs: 200,
  requestMs: 5_000,
  silentMs: 600,
  idleMs: 200,
  bodyMs: 200,
  bodyBytes: 1_000,
  checkMs: 50,
  connections: 10,
}

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify(serverOptions(LIMITS)) as unknown as FastifyInstance
  endSlowRequests(app, LIMITS)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.get('/', () => 'hello')
  app.post('/', { bodyLimit: 10_000_000 }, (request) => ({ length: String(request.body).length }))
  const refused: onRequestAsyncHookHandler = async (_, reply) => reply.code(403).send('refused')
  app.post('/refused', { onRequest: refused }, () => 'never')
  const late: preParsingAsyncHookHandler = async () => void (await pause(500))
  app.post('/late', { preParsing: late, bodyLimit: 10_000_000 }, (request) => ({
    length: String(request.body).length,
  }))
  app.get('/events', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    let count = 0
    const timer = setInterval(() => {
      reply.raw.write(`: ${count++}\n\n`)
      if (count === 12) reply.raw.end('last')
    }, 100)
    reply.raw.once('close', () => clearInterval(timer))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a connection without a request, or with headers that never end, is closed', async () => {
  expect(await responseTo(async () => undefined)).toMatch(/^$|408/)
  const dripping = await responseTo(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    while (!socket.destroyed) {
      await pause(30)
      socket.write('X-More: 1\r\n')
    }
  })
  expect(dripping).toContain('408')
})

test('a body that drips or stops is ended with 408', async () => {
  // A request without a connection has the same watch, which ends during the ones below.
  expect((await app.inject({ method: 'POST', url: '/refused', payload: 'text' })).statusCode).toBe(403)
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n'
  const dripping = await responseTo(async (socket) => {
    socket.write(head)
    while (!socket.destroyed) {
      await pause(30)
      socket.write('x')
    }
  })
  expect(dripping).toContain('408')
  expect(await responseTo(async (socket) => void socket.write(`${head}half`))).toContain('408')
})

test('a body that waits for a busy service is not interrupted', async () => {
  const body = 'x'.repeat(300_000)
  const text = await responseTo(async (socket) => {
    socket.write(
      `POST /late HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
  expect(text).toContain(`{"length":${body.length}}`)
})

test('a large upload that keeps arriving, and an event stream, are not interrupted', async () => {
  const chunk = 'x'.repeat(2_000)
  const upload = await responseTo(async (socket) => {
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${chunk.length * 12}\r\nConnection: close\r\n\r\n`,
    )
    for (let sent = 0; sent < 12; sent++) {
      await pause(80)
      socket.write(chunk)
    }
  })
  expect(upload).toContain(`{"length":${chunk.length * 12}}`)
  const events = await responseTo(async (socket) => {
    socket.write('GET /events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  })
  expect(events).toContain('last')
})

test('an idle connection is closed after its last response', async () => {
  const text = await responseTo(async (socket) => void socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  expect(text).toContain('hello')
})

test('the service uses such limits', async () => {
  const service = await buildApp({ ...testApp.service }, [], makeTestFolder())
  const { headersTimeout, requestTimeout, timeout, maxConnections } = service.server
  await service.close()
  for (const limit of [headersTimeout, requestTimeout, timeout, maxConnections])
    expect(limit).toBeGreaterThan(0)
})

/** What the server sends until it closes the connection. */
function responseTo(send: (socket: Socket) => Promise<void>): Promise<string> {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => void send(socket))
    socket.on('data', (part: Buffer) => {
      text += part.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}
