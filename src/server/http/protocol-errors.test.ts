import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/shared/errors.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test.each(['%ff', '%', 'a'.repeat(3_000)])('a path with the part %s identifies nothing', async (part) => {
  const { status, headers, json } = await app.send({ method: 'GET', url: `/v1/spaces/${part}` })
  expect([status, errorBody.parse(json()).error.type]).toEqual([404, 'not_found'])
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  ['GET / HTTP/1.1\r\nHost: x\r\nX-Long: LONG\r\n\r\n', 413, 'payload_too_large'],
  ['GET / HTTP/1.1\r\nHost: x\r\nBad header\r\n\r\n', 400, 'validation'],
  ['NONSENSE\r\n\r\n', 400, 'validation'],
])('what is not HTTP gets an error, and the connection is closed: %s', async (request, status, type) => {
  const { hostname, port } = new URL(await app.address())
  const socket = connect(Number(port), hostname)
  socket.write(request.replace('LONG', 'x'.repeat(20_000)))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(errorBody.parse(JSON.parse(body)).error).toMatchObject({ code: status, type })
})

test('HEAD with headers that are too large gets no body', async () => {
  const address = await app.address()
  const response = await fetch(`${address}/v1/spaces?q=${'x'.repeat(20_000)}`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([413, ''])
})
