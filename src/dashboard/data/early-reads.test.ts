// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyRead } from './early-reads.ts'
import { sessionLost, sessionStarted } from './session-lost.ts'

const path = '/v1/orgs/1'
const readAhead = () => {
  window.lecternReads = new Map([[path, Promise.resolve(new Response('{}'))]])
}
/** Milliseconds since the page was opened. */
let age = 0
beforeEach(() => {
  age = 100
  vi.spyOn(performance, 'now').mockImplementation(() => age)
})
afterEach(() => {
  vi.restoreAllMocks()
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

test('it is not used long after the page was opened', async () => {
  readAhead()
  age = 11_000
  expect(await takeEarlyRead('GET', path)).toBeUndefined()
})
