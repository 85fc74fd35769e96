import { expect, test } from 'vitest'
import { isoDate } from '#dashboard/lib/dates.ts'
import { dateFault, endOf } from './token-expiry.ts'

const now = new Date(2026, 10, 21, 10, 30)

test('a number of days counts from now', () => {
  expect(endOf('30', '', now)).toBe(new Date(now.getTime() + 30 * 24 * 3600 * 1000).toISOString())
})

test('a date ends with its day, and without an end there is none', () => {
  expect(endOf('date', '2026-12-24', now)).toBe(new Date(2026, 11, 24, 23, 59, 59).toISOString())
  expect(endOf('never', '', now)).toBeUndefined()
})

test('a day that is over cannot be the last one', () => {
  expect(dateFault('2026-11-20', now)).toBe('Choose today or a later day')
  expect(dateFault(isoDate(now), now)).toBeUndefined()
  expect(dateFault('', now)).toBe('Choose a day')
})
