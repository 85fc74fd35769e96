import { expect, test } from 'vitest'
import { daysInWords, presets } from './days.ts'

test.each([
  ['2026-11-01', undefined, 'since 1 Nov 2026'],
  [undefined, '2026-11-03', 'until 3 Nov 2026'],
  ['2026-11-01', '2026-11-03', '1 Nov 2026 to 3 Nov 2026'],
  ['2026-11-01', '2026-11-01', '1 Nov 2026'],
  [undefined, undefined, undefined],
])('from %s to %s is %s', (from, to, words) => {
  expect(daysInWords(from, to)).toBe(words)
})

test('the last seven days have today in them, also over the end of a month', () => {
  expect(presets(new Date(2026, 10, 3, 23, 59)).map(({ from }) => from)).toEqual([
    '2026-11-03',
    '2026-10-28',
    '2026-10-05',
  ])
})
