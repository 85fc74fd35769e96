import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Contents,
  contentsOfParent,
  endOf,
  findItem,
  itemsBelow,
  type Library,
  libraryFrom,
  neighborOf,
  positionIn,
  withItem,
  withMovedItem,
  without,
  withoutItem,
  withParent,
} from './library-data.ts'
import { changedParents } from './queries.ts'
import { aCollectionItem, aSpaceItem } from './test-items.ts'

const contentsWith = (...ids: string[]): Contents => ({
  items: ids.map((id) => aSpaceItem(id)),
  count: ids.length,
})
const idsOf = (contents: Contents) => contents.items.map(({ id }) => id)

test('an item is inserted next to its neighbor', () => {
  const contents = contentsWith('a', 'b', 'c')
  expect(idsOf(withItem(contents, aSpaceItem('x'), { after: neighborOf(aSpaceItem('a')) }))).toEqual(
    'axbc'.split(''),
  )
  expect(idsOf(withItem(contents, aSpaceItem('x'), { before: neighborOf(aSpaceItem('a')) }))).toEqual(
    'xabc'.split(''),
  )
  expect(idsOf(withItem(contents, aSpaceItem('c'), { before: neighborOf(aSpaceItem('b')) }))).toEqual(
    'acb'.split(''),
  )
})

test('an item without a neighbor goes to the end, and is only counted while the last rows are not loaded', () => {
  expect(withItem(contentsWith('a'), aSpaceItem('x'), {})).toMatchObject({
    count: 2,
    items: [{ id: 'a' }, { id: 'x' }],
  })
  const long = withItem({ ...contentsWith('a'), count: 300, next: 'more' }, aSpaceItem('x'), {})
  expect(long).toMatchObject({ count: 301, items: [{ id: 'a' }] })
})

test('removing an item lowers the count, and removing an unknown one changes nothing', () => {
  const contents = contentsWith('a', 'b')
  expect(without(contents, 'a')).toMatchObject({ count: 1, items: [{ id: 'b' }] })
  expect(without(contents, 'z')).toBe(contents)
})

test('an item at the top level has no parent', () => {
  expect(withParent(aCollectionItem('c', 'p'), 'q').parent).toBe('q')
  expect('parent' in withParent(aSpaceItem('s', 'p'), null)).toBe(false)
})

test('items that leave together return one by one to their old order', () => {
  const scene = fc
    .uniqueArray(fc.constantFrom(...'abcdefgh'.split('')), { minLength: 1 })
    .chain((ids) => fc.record({ ids: fc.constant(ids), removed: fc.subarray(ids) }))
  fc.assert(
    fc.property(scene, ({ ids, removed }) => {
      const contents = contentsWith(...ids)
      const leaving = new Set(removed)
      const positions = removed.map((id) => positionIn(contents, null, id, leaving))
      const remaining = removed.reduce(without, contents)
      const restored = removed.reduce(
        (now, id, at) => withItem(now, aSpaceItem(id), positions[at]?.position ?? {}),
        remaining,
      )
      expect(idsOf(restored)).toEqual(ids)
      expect(restored.count).toBe(contents.count)
    }),
  )
})

const allItems = [
  aCollectionItem('docs'),
  aSpaceItem('blog'),
  aSpaceItem('shared', 'unseen'),
  aCollectionItem('api', 'docs'),
  aSpaceItem('guide', 'docs'),
  aSpaceItem('rest', 'api'),
  aCollectionItem('empty', 'api'),
]
const complete = libraryFrom(allItems, 'complete')
const idsOn = (library: Library, parentId: string | null) =>
  contentsOfParent(library, parentId)?.items.map(({ id }) => id)

test('a list of all items is grouped by parent, in order', () => {
  expect(idsOn(complete, null)).toEqual(['docs', 'blog', 'shared'])
  expect(idsOn(complete, 'docs')).toEqual(['api', 'guide'])
  expect(idsOn(complete, 'api')).toEqual(['rest', 'empty'])
  expect(idsOn(complete, 'empty')).toEqual([])
  expect(itemsBelow(complete).map(({ id }) => id)).toEqual([
    ...['docs', 'api', 'rest', 'empty', 'guide', 'blog', 'shared'],
  ])
})

test('while loading, items whose collection may still arrive are held back', () => {
  const partly = libraryFrom(allItems.slice(0, 3), 'loading')
  expect(idsOn(partly, null)).toEqual(['docs', 'blog'])
  expect(contentsOfParent(partly, 'docs')).toBeUndefined()
})

test('an item moves from anywhere, and can be removed', () => {
  const beside = { parentId: 'api', position: { after: neighborOf(aSpaceItem('rest')) } }
  const moved = withMovedItem(complete, aSpaceItem('blog'), beside)
  expect(idsOn(moved, null)).toEqual(['docs', 'shared'])
  expect(idsOn(moved, 'api')).toEqual(['rest', 'blog', 'empty'])
  expect(findItem(moved, 'blog')?.item.parent).toBe('api')
  expect(idsOn(withMovedItem(moved, aSpaceItem('blog', 'api'), endOf(null)), null)).toEqual([
    'docs',
    'shared',
    'blog',
  ])
  expect(idsOn(withoutItem(complete, 'guide'), 'docs')).toEqual(['api'])
  expect(withoutItem(complete, 'nowhere')).toBe(complete)
})

test('a change event affects the old and the new parent', () => {
  const event = (type: string, id: string, parent?: string) => ({ type, id, ...(parent ? { parent } : {}) })
  expect(changedParents(complete, [event('space.updated', 'rest', 'api')])).toEqual(['api'])
  expect(changedParents(complete, [event('space.updated', 'rest', 'docs')])).toEqual(['api', 'docs'])
  expect(changedParents(complete, [event('space.created', 'new')])).toEqual([null])
  expect(changedParents(complete, [event('access.updated', 'org')])).toBeUndefined()
  expect(changedParents({ ...complete, state: 'loading' }, [event('space.updated', 'rest')])).toBeUndefined()
})
