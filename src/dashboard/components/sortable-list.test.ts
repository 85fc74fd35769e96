import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedTo } from './sortable-list.tsx'

const items = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }))
const order = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test.each([
  ['c', 0, 'cab'],
  ['a', 2, 'bca'],
  ['b', 0, 'bac'],
] as const)('%s at %i makes %s', (id, to, expected) => {
  expect(order(movedTo(items, id, to))).toBe(expected)
})

test('a place that is none changes nothing', () => {
  for (const to of [-1, 3, 1]) expect(movedTo(items, 'b', to)).toBe(items)
  expect(movedTo(items, 'gone', 0)).toBe(items)
})

test('nothing is lost and nothing comes twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 5 }), fc.constantFrom('a', 'b', 'c'), (to, id) => {
      expect([...order(movedTo(items, id, to))].sort().join('')).toBe('abc')
    }),
  )
})
