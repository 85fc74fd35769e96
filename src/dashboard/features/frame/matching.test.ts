import { expect, test } from 'vitest'
import { matchOf } from './matching.ts'

test.each([
  ['Terminal block', 'term', [{ from: 0, to: 4 }], 0],
  ['Bus termination', 'term', [{ from: 4, to: 8 }], 1],
  ['Determination', 'term', [{ from: 2, to: 6 }], 2],
  [
    'Bus termination',
    'term bus',
    [
      { from: 0, to: 3 },
      { from: 4, to: 8 },
    ],
    1,
  ],
  ['Handbook', '', [], 0],
])('finds the words of “%s”', (title, text, spans, rank) => {
  expect(matchOf(title, text)).toEqual({ spans, rank })
})

test('leaves out what lacks one of the words', () => {
  expect(matchOf('Handbook', 'hand foot')).toBeNull()
})
