import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangeEvent } from '#contract/events.ts'
import { subscribeToChanges } from './change-stream.ts'

/** The stream of the service, of which the test sends the events. */
class Stream {
  static readonly CLOSED = 2
  static readonly opened: Stream[] = []
  readyState = 1
  onmessage: ((event: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  close = vi.fn()

  constructor() {
    Stream.opened.push(this)
  }

  send(type: ChangeEvent['type']): void {
    this.onmessage?.({ data: JSON.stringify({ type }) })
  }

  refuse(): void {
    this.readyState = Stream.CLOSED
    this.onerror?.()
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('window', globalThis)
})

afterEach(() => {
  Stream.opened.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Another window, with the types of the events that it received. */
function openWindow() {
  const types: string[] = []
  return { types, close: subscribeToChanges('organization', ({ type }) => types.push(type)) }
}

const streams = (count: number) => vi.waitFor(() => expect(Stream.opened).toHaveLength(count))

test('the first window has missed nothing, however slowly the browser lets it begin', async () => {
  const { locks } = navigator
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  vi.spyOn(locks, 'request').mockImplementation(async (...args: unknown[]) => {
    await new Promise((done) => setTimeout(done, 400))
    return request(...args)
  })
  const { types, close } = openWindow()
  await streams(1)
  Stream.opened[0]?.send('hello')
  expect(types).toEqual([])
  Stream.opened[0]?.send('hello')
  expect(types).toEqual(['reset'])
  close()
})

test('a window that takes over reads everything again', async () => {
  const first = openWindow()
  await streams(1)
  const second = openWindow()
  Stream.opened[0]?.send('hello')
  Stream.opened[0]?.send('space.updated')
  await vi.waitFor(() => expect(second.types).toEqual(['space.updated']))
  expect(first.types).toEqual(['space.updated'])

  first.close()
  expect(Stream.opened[0]?.close).toHaveBeenCalled()
  await streams(2)
  Stream.opened[1]?.send('hello')
  expect(second.types).toEqual(['space.updated', 'reset'])
  second.close()
})

test('a window that is refused the stream reads the organization again, once', async () => {
  const { types, close } = openWindow()
  await streams(1)
  Stream.opened[0]?.refuse()
  expect(types).toEqual(['access.updated'])
  Stream.opened[0]?.refuse()
  expect(types).toEqual(['access.updated'])
  close()
})
