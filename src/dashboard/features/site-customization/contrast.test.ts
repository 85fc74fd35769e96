import { expect, test } from 'vitest'
import { contrastOn, toSixDigits } from './contrast.ts'

test('on light pages black has the highest contrast and white the lowest', () => {
  expect(contrastOn('light', '#000')).toBeCloseTo(21)
  expect(contrastOn('light', '#ffffff')).toBeCloseTo(1)
  expect(contrastOn('light', '#777777')).toBeCloseTo(4.48, 1)
  expect(contrastOn('dark', '#ffffff')).toBeGreaterThan(15)
})

test('text that is not a color has no contrast', () => {
  expect(contrastOn('light', 'red')).toBeUndefined()
})

test('a short color is expanded to six digits', () => {
  expect(toSixDigits('#abc')).toBe('#aabbcc')
  expect(toSixDigits('#0b6a86')).toBe('#0b6a86')
  expect(toSixDigits('nothing')).toBe('#000000')
})
