import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { onceAcrossInstances } from './once-across-instances.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('work runs once for callers that ask at the same time, and its failure is not shared', async () => {
  let result: string | null = null
  let runs = 0
  const once = () =>
    onceAcrossInstances(database.db, 'print', {
      known: async () => result,
      work: async () => {
        runs++
        if (runs === 1) throw new Error('The first one fails')
        // Others get their turn before the result exists.
        await new Promise((resolve) => setImmediate(resolve))
        result = 'printed'
        return result
      },
    })
  const answers = await Promise.allSettled([once(), once(), once()])
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(
    answers.filter((answer) => answer.status === 'fulfilled' && answer.value === 'printed'),
  ).toHaveLength(2)
  expect(runs).toBe(2)
})
