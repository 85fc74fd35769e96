import { expect, test } from 'vitest'
import { valueError, valueOf } from './value-input.tsx'

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
  expect(valueError(field, typed)).toBeUndefined()
})

test('text that is not a number, or too long, is an error', () => {
  expect(valueError(number, 'twelve')).toMatch(/number/)
  expect(valueError(text, 'x'.repeat(257))).toMatch(/256/)
})
