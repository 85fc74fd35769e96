import { expect, test } from 'vitest'
import { formatCsv } from './download.ts'
import { labeledIndexes, percentChange, ticksTo } from './line-chart.tsx'
import { countsByInterval, periodBefore, periodOf } from './periods.ts'

const sunday = new Date('2026-11-22T02:59:59.999Z')

test.each([
  ['last24Hours', 24, '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  ['last7Days', 7, '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['last30Days', 30, '2026-10-24T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['last3Months', 91, '2026-08-24T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['lastYear', 53, '2025-11-17T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
] as const)('%s is %i whole intervals, the last of which is still running', (preset, count, from, to) => {
  const period = periodOf(preset, sunday)
  expect([period.intervals.length, period.from, period.to]).toEqual([count, from, to])
  expect(period.intervals[0]).toBe(from)
  const before = periodBefore(period)
  expect([before.intervals.length, before.to]).toEqual([count, from])
})

test('weeks begin on Monday', () => {
  for (const part of periodOf('lastYear', sunday).intervals) expect(new Date(part).getUTCDay()).toBe(1)
})

test('intervals without data count 0', () => {
  const period = periodOf('last7Days', sunday)
  expect(countsByInterval(period, ['2026-11-17T00:00:00.000Z', '2026-11-22T00:00:00.000Z'], [4, 1])).toEqual([
    0, 4, 0, 0, 0, 0, 1,
  ])
})

test('an axis ends at or above the highest count, with whole ticks', () => {
  for (const highest of [0, 1, 2, 3, 4, 7, 10, 26, 99, 100, 101, 999, 12_345]) {
    const ticks = ticksTo(highest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length, String(highest)).toBeLessThanOrEqual(5)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('the last interval has a label, and labels do not overlap', () => {
  expect(labeledIndexes(30, 800, 80)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  expect(labeledIndexes(7, 100, 80).at(-1)).toBe(6)
  expect(labeledIndexes(1, 100, 80)).toEqual([0])
})

test('a change is shown if there is something to compare with', () => {
  expect([percentChange(112, 100), percentChange(50, 100), percentChange(7, 7), percentChange(3, 0)]).toEqual(
    ['+12%', '−50%', '±0%', null],
  )
})

test('text from readers is never a formula and remains in its cell', () => {
  expect(
    formatCsv([
      ['Comment', 'Times'],
      ['=cmd()|x', 2],
      ['say "hi",\nplease', 1],
      [null, 0],
    ]),
  ).toBe('Comment,Times\r\n\'=cmd()|x,2\r\n"say ""hi"",\nplease",1\r\n,0\r\n')
})
