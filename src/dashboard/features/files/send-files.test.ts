import { expect, test } from 'vitest'
import { portionsOf } from './send-files.ts'

const file = (size: number) => ({ size })

test('files go in portions of what the service takes at once', () => {
  expect(portionsOf([])).toEqual([])
  expect(portionsOf(Array.from({ length: 20 }, () => file(1)))).toHaveLength(1)
  expect(portionsOf(Array.from({ length: 21 }, () => file(1))).map(({ length }) => length)).toEqual([20, 1])
})

test('a portion weighs no more than the service takes', () => {
  const large = 100 * 1024 * 1024
  expect(portionsOf([file(large), file(large), file(large)]).map(({ length }) => length)).toEqual([2, 1])
})
