import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import { neighbourOf, placeOn, type Shelf, under, withItem, without } from './shelf.ts'

const shelfOf = (...ids: string[]): Shelf => ({ items: ids.map((id) => aSpaceItem(id)), count: ids.length })
const idsOf = (shelf: Shelf) => shelf.items.map(({ id }) => id)

test('an item stands beside the neighbour it was put to', () => {
  const shelf = shelfOf('a', 'b', 'c')
  expect(idsOf(withItem(shelf, aSpaceItem('x'), { after: neighbourOf(aSpaceItem('a')) }))).toEqual(
    'axbc'.split(''),
  )
  expect(idsOf(withItem(shelf, aSpaceItem('x'), { before: neighbourOf(aSpaceItem('a')) }))).toEqual(
    'xabc'.split(''),
  )
  expect(idsOf(withItem(shelf, aSpaceItem('c'), { before: neighbourOf(aSpaceItem('b')) }))).toEqual(
    'acb'.split(''),
  )
})

test('an item without a neighbour stands at the end, out of sight while rows are missing there', () => {
  expect(withItem(shelfOf('a'), aSpaceItem('x'), {})).toMatchObject({
    count: 2,
    items: [{ id: 'a' }, { id: 'x' }],
  })
  const long = withItem({ ...shelfOf('a'), count: 300, next: 'more' }, aSpaceItem('x'), {})
  expect(long).toMatchObject({ count: 301, items: [{ id: 'a' }] })
})

test('what leaves is counted off, and what was not there changes nothing', () => {
  const shelf = shelfOf('a', 'b')
  expect(without(shelf, 'a')).toMatchObject({ count: 1, items: [{ id: 'b' }] })
  expect(without(shelf, 'z')).toBe(shelf)
})

test('an item forgets its parent at the top', () => {
  expect(under(aCollectionItem('c', 'p'), 'q').parent).toBe('q')
  expect('parent' in under(aSpaceItem('s', 'p'), null)).toBe(false)
})

test('several that leave together come back one by one to the order they had', () => {
  const scene = fc
    .uniqueArray(fc.constantFrom(...'abcdefgh'.split('')), { minLength: 1 })
    .chain((ids) => fc.record({ ids: fc.constant(ids), gone: fc.subarray(ids) }))
  fc.assert(
    fc.property(scene, ({ ids, gone }) => {
      const shelf = shelfOf(...ids)
      const leaving = new Set(gone)
      const places = gone.map((id) => placeOn(shelf, null, id, leaving))
      const left = gone.reduce(without, shelf)
      const back = gone.reduce(
        (now, id, at) => withItem(now, aSpaceItem(id), places[at]?.position ?? {}),
        left,
      )
      expect(idsOf(back)).toEqual(ids)
      expect(back.count).toBe(shelf.count)
    }),
  )
})
