import { expect, test } from 'vitest'
import { newConcurrencyLimit } from './concurrency-limit.ts'

test('so many at once, so many wait in their order, the next is refused', async () => {
  const inTurn = newConcurrencyLimit(2, 1)
  const begun: number[] = []
  const ends = new Map<number, (value: number) => void>()
  const act = (number: number) =>
    inTurn(() => {
      begun.push(number)
      return new Promise<number>((resolve) => ends.set(number, resolve))
    })
  const first = act(1)
  const second = act(2)
  const third = act(3)
  await expect(act(4)).rejects.toMatchObject({ reason: 'rate_limited' })
  expect(begun).toEqual([1, 2])
  ends.get(2)?.(2)
  expect(await second).toBe(2)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends.get(1)?.(1)
  ends.get(3)?.(3)
  expect(await Promise.all([first, third])).toEqual([1, 3])
  const fifth = act(5)
  ends.get(5)?.(5)
  expect(await fifth).toBe(5)
})

test('what fails makes room as well', async () => {
  const inTurn = newConcurrencyLimit(1, 1)
  const failing = inTurn(() => Promise.reject(new Error('no paper')))
  const next = inTurn(async () => 'printed')
  await expect(failing).rejects.toThrow('no paper')
  expect(await next).toBe('printed')
})
