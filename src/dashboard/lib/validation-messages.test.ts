import { expect, test } from 'vitest'
import { z } from 'zod'
import './validation-messages.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.string().min(2), '', 'Enter a value'],
  [z.string().min(2), 'a', 'Use 2 characters or more'],
  [z.string().max(3), 'abcd', 'Use 3 characters or fewer'],
  [z.string(), undefined, 'Enter a value'],
  [z.email(), 'someone', 'Enter a complete email address'],
  [z.string().regex(/^[a-z]+$/, 'Use lower-case letters'), 'A', 'Use lower-case letters'],
  [z.string().min(12, 'Choose a longer one'), '', 'Choose a longer one'],
])('an invalid field has a message for people', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})
