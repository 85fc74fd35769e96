import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const labelled = (now: Date) => snoozeTimes(now).map(({ label, at }) => [label, at.getDay(), at.getHours()])

test('snoozing offers later today, tomorrow morning, and the next Monday', () => {
  // A Wednesday.
  expect(labelled(new Date(2026, 10, 25, 14))).toEqual([
    ['Later today', 3, 17],
    ['Tomorrow', 4, 9],
    ['Next week', 1, 9],
  ])
})

test('late in the evening nothing is later today, and on Monday the next week is in seven days', () => {
  expect(labelled(new Date(2026, 10, 25, 22)).map(([label]) => label)).toEqual(['Tomorrow', 'Next week'])
  const monday = new Date(2026, 10, 23, 10)
  expect(snoozeTimes(monday).at(-1)?.at).toEqual(new Date(2026, 10, 30, 9))
})
