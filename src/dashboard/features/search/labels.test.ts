import { expect, test } from 'vitest'
import { noMatchHint } from './labels.ts'

test.each([
  ['torque', 'Try another word, or the beginning of this one.'],
  [' torque ', 'Try another word, or the beginning of this one.'],
  ['torque values', 'All words must be on one page. Try fewer words, or the beginning of a word.'],
])('what to try after “%s”', (query, hint) => {
  expect(noMatchHint(query)).toBe(hint)
})
