import { expect, test } from 'vitest'
import { contrastOn, sixDigits } from './contrast.ts'

test('black stands out from light pages as far as can be, white not at all', () => {
  expect(contrastOn('light', '#000')).toBeCloseTo(21)
  expect(contrastOn('light', '#ffffff')).toBeCloseTo(1)
  expect(contrastOn('light', '#777777')).toBeCloseTo(4.48, 1)
  expect(contrastOn('dark', '#ffffff')).toBeGreaterThan(15)
})

test('what is no colour has no contrast', () => {
  expect(contrastOn('light', 'red')).toBeUndefined()
})

test('the picker is given six digits', () => {
  expect(sixDigits('#abc')).toBe('#aabbcc')
  expect(sixDigits('#0b6a86')).toBe('#0b6a86')
  expect(sixDigits('nothing')).toBe('#000000')
})
