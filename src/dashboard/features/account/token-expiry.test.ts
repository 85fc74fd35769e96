import { expect, test } from 'vitest'
import { isoDate } from '../../lib/labels.ts'
import { dateError, expiryDate } from './token-expiry.ts'

const now = new Date(2026, 10, 21, 10, 30)

test('a number of days counts from now', () => {
  expect(expiryDate('30', '', now)).toBe(new Date(now.getTime() + 30 * 24 * 3600 * 1000).toISOString())
})

test('a date expires at the end of its day, and never has no date', () => {
  expect(expiryDate('date', '2026-12-24', now)).toBe(new Date(2026, 11, 24, 23, 59, 59).toISOString())
  expect(expiryDate('never', '', now)).toBeUndefined()
})

test('a past day is refused', () => {
  expect(dateError('2026-11-20', now)).toBe('Choose today or a later date')
  expect(dateError(isoDate(now), now)).toBeUndefined()
  expect(dateError('', now)).toBe('Choose a date')
})
