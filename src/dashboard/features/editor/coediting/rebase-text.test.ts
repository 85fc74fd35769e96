import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebaseText } from './rebase-text.ts'
import { textChanges } from './text-changes.ts'

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []

/** Words of the base, which both sides may remove, with signs between them. */
const base = fc
  .array(fc.tuple(fc.constantFrom('one', 'two', 'three', 'four'), fc.constantFrom(' ', '\n', ', ', '\n\n')), {
    maxLength: 30,
  })
  .map((parts) => parts.map(([word, gap]) => word + gap).join(''))

type Edit = { readonly at: number; readonly removed: number; readonly gap: string }
const edits = fc.array(
  fc.record({ at: fc.nat(1000), removed: fc.nat(12), gap: fc.constantFrom('', ' ', '\n') }),
  { maxLength: 6 },
)

/** A text after some edits, each of which inserts a word that occurs nowhere else. */
function edited(text: string, list: readonly Edit[], name: string): string {
  return list.reduce((now, { at, removed, gap }, index) => {
    const from = at % (now.length + 1)
    return `${now.slice(0, from)}${gap}${name}${index}${gap}${now.slice(from + removed)}`
  }, text)
}

test('every word that either side wrote is in the result, in the order in which that side wrote it', () => {
  fc.assert(
    fc.property(base, edits, edits, (text, ours, others) => {
      const [mine, theirs] = [edited(text, ours, 'mine'), edited(text, others, 'theirs')]
      const merged = wordsOf(rebaseText(text, mine, theirs))
      for (const [side, name] of [
        [mine, 'mine'],
        [theirs, 'theirs'],
      ] as const) {
        const written = wordsOf(side).filter((word) => word.includes(name))
        expect(merged.filter((word) => written.includes(word))).toEqual(written)
      }
    }),
    { seed: 7, numRuns: 3000 },
  )
})

test('a side without changes gets the text of the other one', () => {
  fc.assert(
    fc.property(base, edits, (text, list) => {
      const changed = edited(text, list, 'new')
      expect(rebaseText(text, text, changed)).toBe(changed)
      expect(rebaseText(text, changed, text)).toBe(changed)
      expect(rebaseText(text, changed, changed)).toBe(changed)
    }),
    { seed: 8, numRuns: 1000 },
  )
})

test('what one side removed stays removed, and the rest keeps its place', () => {
  expect(rebaseText('a b c d', 'a c d', 'a b c d e')).toBe('a c d e')
  expect(rebaseText('one\ntwo\nthree\n', 'one\nmine\ntwo\nthree\n', 'one\nthree\n')).toBe(
    'one\nmine\nthree\n',
  )
})

test('words written at the same place follow each other', () => {
  expect(rebaseText('a b', 'a mine', 'a theirs')).toBe('a theirs mine')
  expect(rebaseText('', 'mine', 'theirs')).toBe('theirs mine')
})

test('a text of mine that had arrived before is there once, also if I went on writing', () => {
  expect(rebaseText('All.\n', 'All.\nMine.\n', 'All.\nMine.\nTheirs.\n')).toBe('All.\nMine.\nTheirs.\n')
  expect(rebaseText('All.\n', 'All.\nMine goes on.\n', 'All.\nMine goes\n')).toContain('Mine goes on.')
})

test('changes of a text turn it into the other one, without tearing characters apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      let result = before
      for (const { from, to, insert } of textChanges(before, after).toReversed()) {
        expect(insert.isWellFormed() && before.slice(from, to).isWellFormed()).toBe(true)
        result = result.slice(0, from) + insert + result.slice(to)
      }
      expect(result).toBe(after)
    }),
    { seed: 9, numRuns: 3000 },
  )
})

test('only the letters that differ are changed', () => {
  expect(textChanges('a hello b', 'a hallo b')).toEqual([{ from: 3, to: 4, insert: 'a' }])
  expect(textChanges('😀', '😁')).toEqual([{ from: 0, to: 2, insert: '😁' }])
})
