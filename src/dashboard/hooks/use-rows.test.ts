import { expect, test } from 'vitest'
import { rowsIn } from './use-rows.ts'

test('the visible rows are rendered with some beyond both edges', () => {
  const rows = rowsIn({ first: 100, last: 120 }, 5000, [])
  expect([rows[0], rows.at(-1), rows.length]).toEqual([88, 132, 45])
  expect(rowsIn({ first: 0, last: 22.2 }, 3, [])).toEqual([0, 1, 2])
  expect(rowsIn({ first: 0, last: 20 }, 0, [])).toEqual([])
})

test('pinned rows are rendered wherever they are, once and in order', () => {
  const rows = rowsIn({ first: 100, last: 101 }, 200, [3, 100, 199, 199, -1, 200])
  expect(rows[0]).toBe(3)
  expect(rows.at(-1)).toBe(199)
  expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
})

test('when rows go, the last ones are rendered until the browser has scrolled', () => {
  expect(rowsIn({ first: 900, last: 920 }, 20, [])).toEqual(Array.from({ length: 13 }, (_, at) => 7 + at))
})
