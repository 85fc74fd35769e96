import { expect, test } from 'vitest'
import { layoutThreads } from './thread-layout.ts'

const wish = (top: number, height: number) => ({ top, height })

test('each stands where it wants to where there is room, else below the one before', () => {
  expect(layoutThreads([wish(0, 50), wish(20, 50), wish(300, 50)], 10)).toEqual([0, 60, 300])
})

test('the chosen one stands where it wants to, and those before give way upwards', () => {
  expect(layoutThreads([wish(100, 50), wish(110, 50), wish(120, 50)], 10, 1)).toEqual([50, 110, 170])
})

test('nothing is pushed out at the upper edge', () => {
  expect(layoutThreads([wish(0, 50), wish(10, 50)], 10, 1)).toEqual([0, 60])
  expect(layoutThreads([], 10)).toEqual([])
})
