import { expect, test } from 'vitest'
import { newConcurrencyLimit } from './concurrency-limit.ts'

test('calls beyond the limit wait in order, and calls beyond the queue are refused', async () => {
  const limited = newConcurrencyLimit(2, 1)
  const started: number[] = []
  const ends = new Map<number, (value: number) => void>()
  const start = (number: number) =>
    limited(() => {
      started.push(number)
      return new Promise<number>((resolve) => ends.set(number, resolve))
    })
  const first = start(1)
  const second = start(2)
  const third = start(3)
  await expect(start(4)).rejects.toMatchObject({ reason: 'rate_limited' })
  expect(started).toEqual([1, 2])
  ends.get(2)?.(2)
  expect(await second).toBe(2)
  await expect.poll(() => started).toEqual([1, 2, 3])
  ends.get(1)?.(1)
  ends.get(3)?.(3)
  expect(await Promise.all([first, third])).toEqual([1, 3])
  const fifth = start(5)
  ends.get(5)?.(5)
  expect(await fifth).toBe(5)
})

test('a failed call lets the next one run', async () => {
  const limited = newConcurrencyLimit(1, 1)
  const failing = limited(() => Promise.reject(new Error('out of paper')))
  const next = limited(async () => 'printed')
  await expect(failing).rejects.toThrow('out of paper')
  expect(await next).toBe('printed')
})
