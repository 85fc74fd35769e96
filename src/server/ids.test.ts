import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids sort in the order in which they were created, many in a millisecond and after the clock went back', () => {
  const now = Date.now()
  const ids = [...Array.from({ length: 1000 }, () => newId(now)), newId(now - 60_000), newId(now + 60_000)]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{20}$/)
})

test('an id has 71 random bits', () => {
  const tails = new Set(Array.from({ length: 1000 }, () => newId().slice(8)))
  expect(tails.size).toBe(1000)
})
