// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { takeEarlyRead } from './early-reads.ts'
import { sessionLost, sessionStarted } from './session-lost.ts'

const path = '/v1/orgs/1'
const readAhead = () => {
  window.lecternReads = new Map([[path, Promise.resolve(new Response('{}'))]])
}
afterEach(() => {
  delete window.lecternReads
})

test('a response that was requested early is used once', async () => {
  readAhead()
  expect(await takeEarlyRead('GET', path)).toBeInstanceOf(Response)
  expect(await takeEarlyRead('GET', path)).toBeUndefined()
})

test('it is not used after a write, because it may be older', async () => {
  readAhead()
  await takeEarlyRead('PATCH', path)
  expect(await takeEarlyRead('GET', path)).toBeUndefined()
})

test('it is not used after the session in which it was requested', async () => {
  readAhead()
  sessionLost()
  sessionStarted()
  expect(await takeEarlyRead('GET', path)).toBeUndefined()
})
