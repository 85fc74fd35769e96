import { afterEach, expect, test, vi } from 'vitest'
import { newIdempotencyKey, offlineQueue, sendWhenOnline } from './offline-queue.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
const failure = () => Promise.reject(new TypeError('Failed to fetch'))

test('writes wait while the browser is offline, and are sent in their order', async () => {
  setOnline(false)
  const sent: string[] = []
  const send = (name: string) => () => {
    if (!navigator.onLine) return failure()
    sent.push(name)
    return Promise.resolve(name)
  }
  const first = sendWhenOnline(send('first'))
  await vi.waitFor(() => expect(offlineQueue.count()).toBe(1))
  const second = sendWhenOnline(send('second'))
  await vi.waitFor(() => expect(offlineQueue.count()).toBe(2))
  setOnline(true)
  offlineQueue.retryNow()
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(sent).toEqual(['first', 'second'])
  expect(offlineQueue.count()).toBe(0)
})

test('a write that fails again while offline goes on waiting', async () => {
  setOnline(false)
  let attempts = 0
  const write = sendWhenOnline(() => (++attempts < 3 ? failure() : Promise.resolve('sent')))
  for (const attempt of [1, 2]) {
    await vi.waitFor(() => expect([attempts, offlineQueue.count()]).toEqual([attempt, 1]))
    offlineQueue.retryNow()
  }
  expect(await write).toBe('sent')
})

test('a refusal, and a failure while online, are not repeated', async () => {
  setOnline(false)
  await expect(sendWhenOnline(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  setOnline(true)
  await expect(sendWhenOnline(failure)).rejects.toThrow('Failed to fetch')
  expect(offlineQueue.count()).toBe(0)
})

test('each key is another one', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
