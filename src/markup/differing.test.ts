import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differing } from './differing.ts'

const words = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 30 })

/** What stands before, with each region put in the place of what differs. */
function patched(before: readonly string[], after: readonly string[]): string[] {
  const made: string[] = []
  let at = 0
  for (const region of differing(before, after)) {
    made.push(...before.slice(at, region.before[0]))
    made.push(...after.slice(region.after[0], region.after[0] + region.after[1]))
    at = region.before[0] + region.before[1]
  }
  return [...made, ...before.slice(at)]
}

test('what differs, put in its place, makes the one the other', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(patched(a, b)).toEqual(b)
    }),
  )
})

test('equal lists differ nowhere; wholly other ones in one stretch', () => {
  expect(differing(['a', 'b'], ['a', 'b'])).toEqual([])
  expect(differing(['a'], ['b', 'c'])).toEqual([{ before: [0, 1], after: [0, 2] }])
})
