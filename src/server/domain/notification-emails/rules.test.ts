import { expect, test } from 'vitest'
import { lastDigest, sentenceOf } from './rules.ts'

test('the last digest was at the hour of the time zone, across changes of the clock', () => {
  const last = (now: string, hour: number, timeZone: string) =>
    lastDigest(new Date(now), hour, timeZone).toISOString()
  expect(last('2026-11-21T10:00:00Z', 8, 'UTC')).toBe('2026-11-21T08:00:00.000Z')
  expect(last('2026-11-21T07:59:59Z', 8, 'UTC')).toBe('2026-11-20T08:00:00.000Z')
  expect(last('2026-11-21T10:00:00Z', 8, 'Asia/Kathmandu')).toBe('2026-11-21T02:15:00.000Z')
  expect(last('2026-07-01T10:00:00Z', 8, 'Europe/Amsterdam')).toBe('2026-07-01T06:00:00.000Z')
  // Clocks are set from 02:00 to 03:00: the digest of that day is skipped.
  expect(last('2026-03-29T10:00:00Z', 2, 'Europe/Amsterdam')).toBe('2026-03-28T01:00:00.000Z')
})

test('a notification is a sentence', () => {
  expect(sentenceOf({ reason: 'mention' })).toBe('Someone mentioned you')
  expect(sentenceOf({ reason: 'review_submitted', outcome: 'changes-requested' })).toBe(
    'Someone requested changes',
  )
})
