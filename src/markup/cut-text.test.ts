import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('a text is cut at its length, and never within a character', () => {
  expect(cutText('short', 10)).toBe('short')
  expect(cutText('shortened', 5)).toBe('short')
  expect(cutText('a😀b', 2)).toBe('a')
  expect(cutText('a😀b', 3)).toBe('a😀')
  expect(cutText('😀', 1)).toBe('')
  expect(cutText('😀', 0)).toBe('')
})
