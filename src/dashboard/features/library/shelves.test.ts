import { expect, test } from 'vitest'
import { shelvesTouched } from './hear-changes.ts'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import { endOf, neighbourOf } from './shelf.ts'
import { findIn, itemsIn, movedIn, type Shelves, shelfIn, shelvesOf, withoutItem } from './shelves.ts'

const everything = [
  aCollectionItem('docs'),
  aSpaceItem('blog'),
  aSpaceItem('shared', 'unseen'),
  aCollectionItem('api', 'docs'),
  aSpaceItem('guide', 'docs'),
  aSpaceItem('rest', 'api'),
  aCollectionItem('empty', 'api'),
]
const whole = shelvesOf(everything, 'whole')
const idsOn = (library: Shelves, parentId: string | null) =>
  shelfIn(library, parentId)?.items.map(({ id }) => id)

test('a list of everything stands on its shelves, in its order', () => {
  expect(idsOn(whole, null)).toEqual(['docs', 'blog', 'shared'])
  expect(idsOn(whole, 'docs')).toEqual(['api', 'guide'])
  expect(idsOn(whole, 'api')).toEqual(['rest', 'empty'])
  expect(idsOn(whole, 'empty')).toEqual([])
  expect(itemsIn(whole).map(({ id }) => id)).toEqual([
    ...['docs', 'api', 'rest', 'empty', 'guide', 'blog', 'shared'],
  ])
})

test('while not all is read, what may stand in a collection to come waits', () => {
  const partly = shelvesOf(everything.slice(0, 3), 'reading')
  expect(idsOn(partly, null)).toEqual(['docs', 'blog'])
  expect(shelfIn(partly, 'docs')).toBeUndefined()
})

test('an item is moved from wherever it stands, and taken away', () => {
  const beside = { parentId: 'api', position: { after: neighbourOf(aSpaceItem('rest')) } }
  const moved = movedIn(whole, aSpaceItem('blog'), beside)
  expect(idsOn(moved, null)).toEqual(['docs', 'shared'])
  expect(idsOn(moved, 'api')).toEqual(['rest', 'blog', 'empty'])
  expect(findIn(moved, 'blog')?.item.parent).toBe('api')
  expect(idsOn(movedIn(moved, aSpaceItem('blog', 'api'), endOf(null)), null)).toEqual([
    'docs',
    'shared',
    'blog',
  ])
  expect(idsOn(withoutItem(whole, 'guide'), 'docs')).toEqual(['api'])
  expect(withoutItem(whole, 'nowhere')).toBe(whole)
})

test('what changed elsewhere touches the shelf it stands on and the one it came to', () => {
  const event = (type: string, id: string, parent?: string) => ({ type, id, ...(parent ? { parent } : {}) })
  expect(shelvesTouched(whole, [event('space.updated', 'rest', 'api')])).toEqual(['api'])
  expect(shelvesTouched(whole, [event('space.updated', 'rest', 'docs')])).toEqual(['api', 'docs'])
  expect(shelvesTouched(whole, [event('space.created', 'new')])).toEqual([null])
  expect(shelvesTouched(whole, [event('access.updated', 'org')])).toBeUndefined()
  expect(shelvesTouched({ ...whole, state: 'reading' }, [event('space.updated', 'rest')])).toBeUndefined()
})
