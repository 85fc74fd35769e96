import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** Reads that return their number once they are ended. */
function numberedReads() {
  const ends: (() => void)[] = []
  const read = coalesceReads(async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const number = ends.push(end)
    await ended
    return number
  })
  return { read, ends }
}

test('calls during a read share the next one, which starts after them', async () => {
  const { read, ends } = numberedReads()
  const first = read('a')
  await endOfTurn()
  const concurrent = [read('a'), read('a'), read('a')]
  await endOfTurn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await endOfTurn()
  expect(ends).toHaveLength(2)
  const during = read('a')
  ends[1]?.()
  expect(await Promise.all(concurrent)).toEqual([2, 2, 2])
  await endOfTurn()
  ends[2]?.()
  expect(await during).toBe(3)
  const later = read('a')
  await endOfTurn()
  ends[3]?.()
  expect(await later).toBe(4)
})

test('calls before a read has started share it', async () => {
  const { read, ends } = numberedReads()
  const calls = [read('a'), read('a')]
  await Promise.resolve()
  calls.push(read('a'))
  expect(ends).toHaveLength(0)
  await endOfTurn()
  // This turn brought further calls, so the next one may bring more.
  calls.push(read('a'))
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  expect(await Promise.all(calls)).toEqual([1, 1, 1, 1])
})

test('different keys are read at the same time', async () => {
  const { read, ends } = numberedReads()
  const calls = [read('a'), read('b')]
  await endOfTurn()
  expect(ends).toHaveLength(2)
  for (const end of ends) end()
  expect(await Promise.all(calls)).toEqual([1, 2])
})

test('a failed read does not block the next one', async () => {
  let count = 0
  const read = coalesceReads(async () => {
    count += 1
    if (count === 1) throw new Error('The database is away')
    return count
  })

  const failing = expect(read('a')).rejects.toThrow('away')
  await endOfTurn()
  const waiting = read('a')
  await failing
  expect(await waiting).toBe(2)
})

test('a read starts after some turns, even if each of them brings another call', async () => {
  const { read, ends } = numberedReads()
  const calls = [read('a')]
  for (let turn = 0; turn < 20 && ends.length === 0; turn++) {
    await endOfTurn()
    calls.push(read('a'))
  }
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  expect(new Set(await Promise.all(calls))).toEqual(new Set([1, 2]))
})
