import { expect, test } from 'vitest'
import { z } from 'zod'
import { limitsOf } from './limits.ts'

test('reads the longest text of each field out of the schema', () => {
  const schema = z.object({
    title: z.string().min(2).max(128),
    note: z.string().max(300).nullable().optional(),
    count: z.number(),
    free: z.string(),
    inner: z.object({ path: z.string().max(100) }).optional(),
  })
  expect(limitsOf(schema)).toEqual({ title: 128, note: 300, 'inner.path': 100 })
})

test('knows no limits of what is not an object', () => {
  expect(limitsOf(z.string().max(3))).toEqual({})
  expect(limitsOf(undefined)).toEqual({})
})
