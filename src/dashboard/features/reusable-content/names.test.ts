import { expect, test } from 'vitest'
import { namesOf } from './mutations.ts'

test.each([
  [['Install'], 1, '“Install”'],
  [['Limits', 'Untitled'], 2, '“Limits” and “Untitled”'],
  [['A', 'B', 'C'], 3, '“A”, “B” and “C”'],
  [['A', 'B', 'C', 'D'], 5, '“A”, “B”, “C” and 2 more places'],
])('the places that show content are named: %j of %i', (titles, count, names) => {
  expect(namesOf(titles, count)).toBe(names)
})
