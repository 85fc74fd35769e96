import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonLines } from './common-lines.ts'
import { type MergedRun, mergeLines } from './merge-lines.ts'

/** The length of the longest common subsequence, computed the slow and simple way. */
function longestCommonLength(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const [up, left] = [table[i - 1]?.[j] ?? 0, table[i]?.[j - 1] ?? 0]
      const both = (table[i - 1]?.[j - 1] ?? 0) + 1
      ;(table[i] as number[])[j] = a[i - 1] === b[j - 1] ? both : Math.max(up, left)
    }
  }
  return table[a.length]?.[b.length] ?? 0
}

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e')
const lines = fc.array(line, { maxLength: 25, size: 'max' })

test('common lines are equal and in order on both sides', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const pairs = commonLines(a, b)
      for (const [i, j] of pairs) expect(a[i]).toBe(b[j])
      for (const side of [0, 1] as const) {
        const indexes = pairs.map((pair) => pair[side])
        expect(indexes).toEqual([...new Set(indexes)].sort((one, other) => one - other))
      }
    }),
    { seed: 51, numRuns: 3000 },
  )
})

test('without unique lines the result is a longest common subsequence', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const [twiceA, twiceB] = [
        [...a, ...a],
        [...b, ...b],
      ]
      expect(commonLines(twiceA, twiceB).length).toBe(longestCommonLength(twiceA, twiceB))
    }),
    { seed: 52, numRuns: 500 },
  )
})

test('a unique line is preferred over any number of empty lines', () => {
  const a = ['x', '', '', 'here', '', '', 'y']
  const b = ['', '', '', '', 'here']
  expect(commonLines(a, b).some(([i, j]) => a[i] === 'here' && b[j] === 'here')).toBe(true)
})

const textOf = (runs: Iterable<MergedRun>): string[] =>
  [...runs].flatMap((run) => ('lines' in run ? [...run.lines] : ['<', ...run.theirs, '=', ...run.ours, '>']))

test('changes of one side and equal changes of both sides are merged', () => {
  fc.assert(
    fc.property(lines, lines, (base, other) => {
      expect(textOf(mergeLines(base, other, base))).toEqual(other)
      expect(textOf(mergeLines(base, base, other))).toEqual(other)
      expect(textOf(mergeLines(base, other, other))).toEqual(other)
    }),
    { seed: 53, numRuns: 1000 },
  )
})

test('every line of both sides is merged or in a conflict, and merging is symmetric', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, theirs, ours) => {
      const runs = [...mergeLines(base, theirs, ours)]
      const whole = (side: 'theirs' | 'ours' | 'base') =>
        runs.flatMap((run) => ('lines' in run ? [] : [...run[side]])).length
      expect(whole('base')).toBeLessThanOrEqual(base.length)
      const swapped = [...mergeLines(base, ours, theirs)]
      expect(swapped.map((run) => 'lines' in run)).toEqual(runs.map((run) => 'lines' in run))
      for (const [index, run] of runs.entries()) {
        const other = swapped[index]
        if (!('lines' in run) && other !== undefined && !('lines' in other)) {
          expect([other.theirs, other.ours]).toEqual([run.ours, run.theirs])
          expect(theirs.slice(run.at, run.at + run.theirs.length)).toEqual(run.theirs)
        }
      }
    }),
    { seed: 54, numRuns: 2000 },
  )
})

test('changes of different lines are merged, those of one line conflict, adjacent ones form one run', () => {
  const base = ['a', '', 'b', '', 'c']
  expect(textOf(mergeLines(base, ['A', '', 'b', '', 'c'], ['a', '', 'b', '', 'C']))).toEqual([
    'A',
    '',
    'b',
    '',
    'C',
  ])
  expect([...mergeLines(base, ['a', '', 'x', '', 'c'], ['a', '', 'y', '', 'c'])]).toEqual([
    { lines: ['a', ''] },
    { base: ['b'], theirs: ['x'], ours: ['y'], at: 2 },
    { lines: ['', 'c'] },
  ])
  const touching = [...mergeLines(['a', 'b'], ['A', 'b'], ['a', 'B'])]
  expect(touching).toEqual([{ base: ['a', 'b'], theirs: ['A', 'b'], ours: ['a', 'B'], at: 0 }])
})

test('a long text with many empty lines is merged line by line', () => {
  const base = Array.from({ length: 20_000 }, (_, n) => (n % 2 ? '' : `line ${n}`))
  const edited = (every: number, by: string) => base.map((one, n) => (n % every === 0 ? `${one} ${by}` : one))
  const merged = textOf(mergeLines(base, edited(50, 'theirs'), edited(62, 'ours')))
  expect(merged.filter((one) => one === '<')).toHaveLength(Math.ceil(20_000 / 1550))
  expect(merged.filter((one) => one === 'line 62 ours')).toHaveLength(1)
  expect(merged.filter((one) => one === 'line 100 theirs')).toHaveLength(1)
})

test('long texts of equal lines are compared in bounded time', () => {
  const same = (count: number, other: string) =>
    Array.from({ length: count }, (_, n) => (n % 3 ? 'x' : other))
  const pairs = commonLines(same(20_000, 'a'), same(15_000, 'b'))
  for (const [i, j] of pairs) expect(i % 3 > 0 && j % 3 > 0).toBe(true)
})
