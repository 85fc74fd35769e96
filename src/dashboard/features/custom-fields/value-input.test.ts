import { expect, test } from 'vitest'
import { faultOf, valueOf } from './value-input.tsx'

const number = { type: 'number' as const }
const text = { type: 'text' as const }

test.each([
  [number, '12.5', 12.5],
  [number, ' 12,5 ', 12.5],
  [number, '', null],
  [text, '12.5', '12.5'],
  [text, '  ', null],
])('%o reads %s as %s', (field, typed, value) => {
  expect(valueOf(field, typed)).toBe(value)
  expect(faultOf(field, typed)).toBeUndefined()
})

test('what is no number, or too long, is refused', () => {
  expect(faultOf(number, 'twelve')).toMatch(/number/)
  expect(faultOf(text, 'x'.repeat(257))).toMatch(/256/)
})
