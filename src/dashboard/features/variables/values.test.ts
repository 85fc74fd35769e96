import { expect, test } from 'vitest'
import { typeOfValue, valueFromText } from './values.ts'

test.each([
  [' v1 ', 'text', ' v1 '],
  ['', 'text', ''],
  ['12.5', 'number', 12.5],
  [' 3 ', 'number', 3],
  ['', 'number', undefined],
  ['twelve', 'number', undefined],
  ['1e999', 'number', undefined],
  ['true', 'boolean', true],
  ['false', 'boolean', false],
  ['yes', 'boolean', undefined],
] as const)('%j as %s is %j', (text, type, value) => {
  expect(valueFromText(text, type)).toBe(value)
  if (value !== undefined) expect(typeOfValue(value)).toBe(type)
})
