import { expect, test } from 'vitest'
import { autosaveDelay } from './autosave-delay.ts'

const now = 1_000_000
const state = { now, dirtySince: now, lastAttempt: null, failures: 0, othersSave: false }

test('the draft is sent after a pause, and after ten seconds without one', () => {
  expect(autosaveDelay(state)).toBe(2000)
  expect(autosaveDelay({ ...state, dirtySince: now - 9000 })).toBe(1000)
  expect(autosaveDelay({ ...state, dirtySince: now - 30_000 })).toBe(0)
})

test('failures are repeated at growing intervals of up to a minute', () => {
  const delays = [1, 2, 3, 4, 5, 50].map((failures) =>
    autosaveDelay({ ...state, lastAttempt: now, failures }),
  )
  expect(delays).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(autosaveDelay({ ...state, lastAttempt: now - 59_000, failures: 9 })).toBe(2000)
})

test('while others save in the space, the draft is sent once a minute', () => {
  const shared = { ...state, othersSave: true, dirtySince: now - 20_000 }
  expect(autosaveDelay({ ...shared, lastAttempt: now - 20_000 })).toBe(40_000)
  expect(autosaveDelay({ ...shared, lastAttempt: now - 60_000 })).toBe(0)
})
