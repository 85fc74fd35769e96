import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldIssues, validationMessage } from './validation-messages.ts'

function issuesOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { error: validationMessage })
  return error === undefined
    ? []
    : fieldIssues(error).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test.each([
  [z.string().min(2), '', 'Enter a value'],
  [z.string().min(2), 'a', 'Use 2 characters or more'],
  [z.string().max(3), 'abcd', 'Use 3 characters or fewer'],
  [z.string().max(1000), 'a'.repeat(1001), 'Use 1,000 characters or fewer'],
  [z.string(), undefined, 'Enter a value'],
  [z.string(), 5, 'Must be text'],
  [z.number(), 'five', 'Must be a number'],
  [z.number(), Number.NaN, 'Enter a number'],
  [z.number().int(), 1.5, 'Must be a whole number'],
  [z.number().max(100), 101, 'Use 100 or less'],
  [z.number().positive(), 0, 'Use more than 0'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Use 2 items or fewer'],
  [z.array(z.string()).min(1), [], 'Add at least 1 item'],
  [z.array(z.string()), 'a', 'Must be a list'],
  [z.record(z.string(), z.string()), 'a', 'Must be an object'],
  [z.enum(['read', 'edit']), 'write', 'Must be one of read, edit'],
  [z.literal(false), true, 'Must be false'],
  [z.strictObject({}), { color: 1 }, 'Remove the unknown field “color”'],
  [z.email(), 'someone', 'Enter a complete email address'],
  [z.iso.datetime(), 'tomorrow', 'Enter a date and time in UTC, such as 2026-01-31T09:30:00Z'],
  [z.iso.date(), '31.1.2026', 'Enter a date, such as 2026-01-31'],
  [z.string().regex(/^[a-z]+$/, 'Use lower-case letters'), 'A', 'Use lower-case letters'],
  [z.string().min(12, 'Choose a longer one'), '', 'Choose a longer one'],
  [z.union([z.string(), z.number()]), true, 'Must be text, or a number'],
  [z.union([z.string().max(3), z.literal('')]), 'long', 'Use 3 characters or fewer'],
  [
    z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    { type: 'c' },
    'Must be one of a, b',
  ],
])('a refused value has a message for people', (schema, value, message) => {
  expect(issuesOf(schema, value).map((text) => text.replace(/^\w*: /, ''))).toEqual([message])
})

test('of a union, the fields of the alternative that fits best are named', () => {
  const schema = z.object({
    of: z.union([
      z.strictObject({ role: z.enum(['read', 'edit']) }),
      z.strictObject({ level: z.string(), space: z.string() }),
    ]),
  })
  expect(issuesOf(schema, { of: { role: 'write' } })).toEqual(['of.role: Must be one of read, edit'])
  expect(issuesOf(schema, { of: { level: 'read' } })).toEqual(['of.space: Enter a value'])
})
