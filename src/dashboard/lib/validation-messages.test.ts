import { expect, test } from 'vitest'
import { z } from 'zod'
import './validation-messages.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.string().min(2), '', 'Fill this in'],
  [z.string().min(2), 'a', 'Give at least 2 characters'],
  [z.string().max(3), 'abcd', 'Give at most 3 characters'],
  [z.string(), undefined, 'Fill this in'],
  [z.email(), 'someone', 'Give a complete e-mail address'],
  [z.string().regex(/^[a-z]+$/, 'Use lower-case letters'), 'A', 'Use lower-case letters'],
  [z.string().min(12, 'Choose a longer one'), '', 'Choose a longer one'],
])('an invalid field has a message for people', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})
