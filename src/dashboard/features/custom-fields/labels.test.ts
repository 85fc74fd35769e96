import { expect, test } from 'vitest'
import { customFieldName } from '#contract/custom-fields.ts'
import { fieldNameOf, formatValue } from './labels.ts'

test.each([
  ['Owner of it', 'owner-of-it'],
  ['  Überprüft am ', 'uberpruft-am'],
  ['cost_center 2', 'cost_center-2'],
  ['—', ''],
])('%s is named %s', (title, name) => {
  expect(fieldNameOf(title)).toBe(name)
  if (name !== '') expect(customFieldName.safeParse(name).success).toBe(true)
})

test.each([
  ['Ada', '“Ada”'],
  [12000.5, '12,000.5'],
  [false, 'no'],
  [['red', 'blue'], '“red, blue”'],
] as const)('%s is formatted as %s', (value, text) => {
  expect(formatValue(typeof value === 'object' ? [...value] : value)).toBe(text)
})
