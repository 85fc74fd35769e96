import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

test('concurrent calls share one read that starts after them', async () => {
  let started = 0
  const ends: (() => void)[] = []
  const read = coalesceReads(async () => {
    started += 1
    const own = started
    await new Promise<void>((end) => ends.push(end))
    return own
  })

  const first = read('a')
  const concurrent = [read('a'), read('a'), read('a')]
  expect(started).toBe(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await Promise.resolve()
  ends[1]?.()
  expect(await Promise.all(concurrent)).toEqual([2, 2, 2])
  const later = read('a')
  ends[2]?.()
  expect(await later).toBe(3)
})

test('a failed read does not block the next one', async () => {
  let count = 0
  const read = coalesceReads(async () => {
    count += 1
    if (count === 1) throw new Error('The database is away')
    return count
  })

  const failing = read('a')
  const waiting = read('a')
  await expect(failing).rejects.toThrow('away')
  expect(await waiting).toBe(2)
})
