import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { openDatabase } from '../db/client.ts'
import { deleteOldThrottles, newThrottle } from './throttle.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let other: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  other = openDatabase(database.connectionString, { max: 4 })
})
afterAll(async () => {
  await other.close()
  await database.close()
})

const at = (second: number) => () => new Date(Date.UTC(2026, 0, 1) + second * 1000)
const seconds = (error: unknown) => (error as { details?: { retryAfter?: number } }).details?.retryAfter
const waitOf = (check: Promise<void>) => check.then(() => 0, seconds)

test('each failure after the free ones doubles the wait, up to a maximum', async () => {
  const throttle = newThrottle('doubling', { freeFailures: 3, maxWaitMs: 5_000 })
  const context = { db: database.db, now: at(0) }
  const waits = []
  for (let count = 0; count < 8; count++) {
    await throttle.failed(context, 'ann')
    waits.push(await waitOf(throttle.check(context, 'ann')))
  }
  expect(waits).toEqual([0, 0, 1, 2, 4, 5, 5, 5])
  expect(await waitOf(throttle.check(context, 'ben'))).toBe(0)
  expect(await waitOf(newThrottle('another').check(context, 'ann'))).toBe(0)
  expect(await waitOf(throttle.check({ ...context, now: at(3) }, 'ann'))).toBe(2)
  await throttle.succeeded(context, 'ann')
  expect(await waitOf(throttle.check(context, 'ann'))).toBe(0)
})

test('failures on two instances at the same time all count', async () => {
  const throttle = newThrottle('shared', { freeFailures: 10 })
  const instances = [
    { db: database.db, now: at(0) },
    { db: other.db, now: at(0) },
  ]
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => throttle.failed(instances[index % 2] ?? fail(), 'ann')),
  )
  for (const instance of instances) expect(await waitOf(throttle.check(instance, 'ann'))).toBe(0)
  await throttle.failed(instances[0] ?? fail(), 'ann')
  for (const instance of instances) expect(await waitOf(throttle.check(instance, 'ann'))).toBe(1)
})

test('failures are forgotten after half an hour', async () => {
  const throttle = newThrottle('forgetful', { freeFailures: 2 })
  const context = { db: database.db, now: at(0) }
  await throttle.failed(context, 'ann')
  await throttle.failed({ ...context, now: at(1801) }, 'ann')
  expect(await waitOf(throttle.check({ ...context, now: at(1801) }, 'ann'))).toBe(0)
  await deleteOldThrottles(database.db, at(4000)())
  expect(await database.db.selectFrom('throttle').select('failures').execute()).toEqual([])
})

function fail(): never {
  throw new Error('There is no such instance')
}
