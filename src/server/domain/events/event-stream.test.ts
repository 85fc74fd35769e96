import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { ChangeEvent } from '#contract/events.ts'
import { createEventStream } from './event-stream.ts'

let server: Server | undefined
afterEach(() => server?.closeAllConnections())
afterEach(() => server?.close())

/** A real connection whose client reads nothing until it is resumed. */
async function stalledClient() {
  const onRequest = Promise.withResolvers<ServerResponse>()
  server = createServer((_, response) => onRequest.resolve(response))
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const onResponse = Promise.withResolvers<IncomingMessage>()
  const request = get({ port, host: '127.0.0.1' }, (incoming) => onResponse.resolve(incoming.pause()))
  // The server closes the connection at the end of the test while the client may still have data to read.
  request.on('error', (error) => onResponse.reject(error))
  const response = await onRequest.promise
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  return { response, client: await onResponse.promise }
}

const updates = (count: number): ChangeEvent[] =>
  Array.from({ length: count }, (_, index) => ({ type: 'space.updated', id: `space-${index}`, version: 1 }))

/** Reads until an event of this type arrives, and returns the types of all events read. */
async function readUntil(client: IncomingMessage, type: string): Promise<string[]> {
  let text = ''
  for await (const part of client) {
    text += part
    if (text.includes(`"type":"${type}"`)) break
  }
  return [...text.matchAll(/"type":"([^"]+)"/g)].map(([, name]) => name ?? '')
}

/** Sends until the operating system takes no more for the connection. */
async function fillConnection(response: ServerResponse, send: () => void): Promise<void> {
  for (let idleTurns = 0; ; ) {
    if (response.writableNeedDrain) {
      // Without another turn, in which it could take more.
      if (++idleTurns === 20) return
    } else {
      idleTurns = 0
      while (!response.writableNeedDrain) send()
    }
    await new Promise((turn) => setTimeout(turn, 5))
  }
}

test('a stalled client costs no memory and gets one reset when it reads again', async () => {
  const { response, client } = await stalledClient()
  const stream = createEventStream(response, 'organization')
  stream.open()
  await fillConnection(response, () => stream.send(updates(1)))
  const buffered = response.writableLength
  expect(buffered).toBeLessThan(128 * 1024)

  const batch = updates(1000)
  for (let round = 0; round < 300; round++) {
    stream.send(batch)
    stream.heartbeat()
  }
  expect(response.writableLength).toBe(buffered)

  response.once('drain', () => stream.send([{ type: 'last', id: 'last' }]))
  const types = await readUntil(client, 'last')
  expect(types.slice(-2)).toEqual(['reset', 'last'])
  expect(types.filter((type) => type === 'reset')).toHaveLength(1)
})

test('events that wait for a slow client are sent once each, in their newest version', async () => {
  const { response, client } = await stalledClient()
  const stream = createEventStream(response, 'organization')
  await fillConnection(response, () => stream.send(updates(1)))
  for (const version of [2, 3, 4]) stream.send([{ type: 'page.updated', id: 'page', version }])
  stream.send([{ type: 'last', id: 'last' }])

  const types = await readUntil(client, 'last')
  expect(types.filter((type) => type === 'page.updated')).toHaveLength(1)
  expect(types).not.toContain('reset')
})
