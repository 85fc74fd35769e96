import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { newInsightsBuffer, type PendingEvent } from './insights-buffer.ts'

const LIMIT = 20_000
const event = {} as PendingEvent['event']
const site = { organizationId: 'o', siteId: 's' }
const service = { db: undefined as never, log: createLog({ level: 'silent' }) }

test('while the database is slow, memory is bounded and events beyond the limit are counted', async () => {
  const slow = Promise.withResolvers<void>()
  const batches: number[] = []
  const buffer = newInsightsBuffer(service, async (_, events) => {
    await slow.promise
    batches.push(events.length)
    return []
  })
  for (let count = 0; count < LIMIT + 300; count++) buffer.add(site, event)
  expect([buffer.size(), buffer.dropped()]).toEqual([LIMIT, 300])
  slow.resolve()
  await buffer.flush()
  expect(buffer.size()).toBe(0)
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(LIMIT)
  expect(Math.max(...batches)).toBe(500)
})

test('events wait while the database is away', async () => {
  let isAway = true
  let written = 0
  const buffer = newInsightsBuffer(service, async (_, events) => {
    if (isAway) return events
    written += events.length
    return []
  })
  for (let count = 0; count < 3; count++) buffer.add(site, event)
  await buffer.flush()
  expect([buffer.size(), written]).toEqual([3, 0])
  isAway = false
  await buffer.flush()
  expect([buffer.size(), written]).toEqual([0, 3])
})
