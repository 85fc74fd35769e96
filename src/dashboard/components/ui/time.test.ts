import { expect, test } from 'vitest'
import { formatExact, formatRelative, formatUntil } from './time.tsx'

const now = new Date(2026, 10, 21, 10, 30)

test.each([
  [new Date(2026, 10, 21, 10, 29, 40), 'just now'],
  [new Date(2026, 10, 21, 10, 18), '12 min'],
  [new Date(2026, 10, 21, 8, 10), '2 h'],
  [new Date(2026, 10, 20, 23, 50), 'yesterday'],
  [new Date(2026, 10, 18, 12), '3 d'],
  [new Date(2026, 10, 11), '11 Nov'],
  [new Date(2024, 2, 12), '12 Mar 2024'],
])('says %s as “%s”', (at, words) => {
  expect(formatRelative(at, now)).toBe(words)
})

test('gives the exact moment in UTC', () => {
  expect(formatExact(new Date('2026-11-21T08:12:00.000Z'))).toBe('21 November 2026, 08:12 UTC')
})

test('what is in the future is as far away as it is', () => {
  const now = new Date('2026-11-22T10:00:00.000Z')
  const label = (seconds: number) => formatUntil(new Date(now.getTime() + seconds * 1000), now)
  expect([-5, 0, 4.2, 300, 1800, 36_000].map(label)).toEqual([
    'now',
    'now',
    'in 5 seconds',
    'in 5 minutes',
    'in 30 minutes',
    'in 10 hours',
  ])
})
