import { expect, test } from 'vitest'
import { batchesOf } from './uploads.tsx'

const file = (size: number) => ({ size })

test('files are split into batches of at most 20', () => {
  expect(batchesOf([])).toEqual([])
  expect(batchesOf(Array.from({ length: 20 }, () => file(1)))).toHaveLength(1)
  expect(batchesOf(Array.from({ length: 21 }, () => file(1))).map(({ length }) => length)).toEqual([20, 1])
})

test('a batch stays below the size limit of a request', () => {
  const large = 100 * 1024 * 1024
  expect(batchesOf([file(large), file(large), file(large)]).map(({ length }) => length)).toEqual([2, 1])
})
