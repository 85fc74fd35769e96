import { expect, test } from 'vitest'
import { goesSoon, timeLeft } from './time-left.ts'

const now = new Date('2026-11-21T08:12:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  [0, '7 days left'],
  [1, '6 days left'],
  [5.5 * 24, '1 day left'],
  [7 * 24 - 5.5, '5 hours left'],
  [7 * 24 - 1, '1 hour left'],
  [7 * 24 - 0.21, '12 minutes left'],
  [7 * 24, 'about to go'],
])('deleted %d hours ago: %s', (hours, said) => {
  expect(timeLeft(ago(hours), now)).toBe(said)
})

test('the last day is soon', () => {
  expect(goesSoon(ago(5 * 24), now)).toBe(false)
  expect(goesSoon(ago(6.5 * 24), now)).toBe(true)
})
