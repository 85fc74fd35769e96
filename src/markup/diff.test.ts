import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffRegions } from './diff.ts'

const lists = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 30 })

/** `before` with every region replaced by its content in `after`. */
function patch(before: readonly string[], after: readonly string[]): string[] {
  const result: string[] = []
  let at = 0
  for (const region of diffRegions(before, after)) {
    result.push(...before.slice(at, region.before[0]))
    result.push(...after.slice(region.after[0], region.after[0] + region.after[1]))
    at = region.before[0] + region.before[1]
  }
  return [...result, ...before.slice(at)]
}

test('applying all regions turns one list into the other', () => {
  fc.assert(
    fc.property(lists, lists, (a, b) => {
      expect(patch(a, b)).toEqual(b)
    }),
  )
})

test('equal lists have no regions, and completely different ones have one', () => {
  expect(diffRegions(['a', 'b'], ['a', 'b'])).toEqual([])
  expect(diffRegions(['a'], ['b', 'c'])).toEqual([{ before: [0, 1], after: [0, 2] }])
})
