import { expect, test } from 'vitest'
import { newRow, rowsError, rowsOf, schemaOf } from './schema-rows.ts'

test('rows and schema convert into each other', () => {
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

test('names that conditions cannot use are errors', () => {
  expect(rowsError([{ ...newRow(), name: 'a b' }])).toContain('isn’t a valid name')
  expect(rowsError([newRow()])).toBe('Every claim needs a name')
  expect(
    rowsError([
      { ...newRow(), name: 'a' },
      { ...newRow(), name: 'a' },
    ]),
  ).toBe('“a” is listed twice')
  expect(
    rowsError([
      { ...newRow(), name: 'a' },
      { ...newRow(), name: 'a', isUnsigned: true },
    ]),
  ).toBeUndefined()
})
