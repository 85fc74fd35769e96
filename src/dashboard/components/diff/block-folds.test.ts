import { expect, test } from 'vitest'
import { foldedParts } from './block-folds.ts'

const kept = (length: number, ...at: number[]) => Array.from({ length }, (_, index) => at.includes(index))
const said = (flags: boolean[]) =>
  foldedParts(flags).map(({ from, until, isFolded }) => `${from}-${until}${isFolded ? ' folded' : ''}`)

test('what is far from a change is folded, what is near is shown with it', () => {
  expect(said(kept(20, 10))).toEqual(['0-8 folded', '8-13', '13-20 folded'])
})

test('a few blocks between two changes are not folded', () => {
  expect(said(kept(12, 0, 7))).toEqual(['0-12'])
  expect(said(kept(3, 1))).toEqual(['0-3'])
})

test('all of a page in which nothing is kept is folded', () => {
  expect(said(kept(9))).toEqual(['0-9 folded'])
  expect(said([])).toEqual([])
})
