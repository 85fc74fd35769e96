import { expect, test } from 'vitest'
import { faultOf, newRow, rowsOf, schemaOf } from './schema-rows.ts'

test('rows and schema say the same', () => {
  const rows = [
    { ...newRow(), name: 'plan', values: ['free', 'pro'], description: 'What is paid' },
    { ...newRow(), name: 'teams', type: 'list' as const },
    { ...newRow(), name: 'lang', isUnsigned: true },
  ]
  const schema = schemaOf(rows)
  expect(schema.properties.plan).toEqual({
    type: 'string',
    enum: ['free', 'pro'],
    description: 'What is paid',
  })
  expect(schemaOf(rowsOf(schema))).toEqual(schema)
})

test('names that conditions could not say are refused', () => {
  expect(faultOf([{ ...newRow(), name: 'a b' }])).toContain('is no name')
  expect(faultOf([newRow()])).toBe('Every claim needs a name')
  expect(
    faultOf([
      { ...newRow(), name: 'a' },
      { ...newRow(), name: 'a' },
    ]),
  ).toBe('“a” is there twice')
  expect(
    faultOf([
      { ...newRow(), name: 'a' },
      { ...newRow(), name: 'a', isUnsigned: true },
    ]),
  ).toBeUndefined()
})
