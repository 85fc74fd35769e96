import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

test('a crowd shares one read, and never one that began before it asked', async () => {
  let begun = 0
  const ends: (() => void)[] = []
  const ask = coalesceReads(async () => {
    begun += 1
    const mine = begun
    await new Promise<void>((end) => ends.push(end))
    return mine
  })

  const first = ask('a')
  const crowd = [ask('a'), ask('a'), ask('a')]
  expect(begun).toBe(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await Promise.resolve()
  ends[1]?.()
  expect(await Promise.all(crowd)).toEqual([2, 2, 2])
  const later = ask('a')
  ends[2]?.()
  expect(await later).toBe(3)
})

test('a read that fails does not hold up the next one', async () => {
  let count = 0
  const ask = coalesceReads(async () => {
    count += 1
    if (count === 1) throw new Error('The database is away')
    return count
  })

  const failing = ask('a')
  const waiting = ask('a')
  await expect(failing).rejects.toThrow('away')
  expect(await waiting).toBe(2)
})
