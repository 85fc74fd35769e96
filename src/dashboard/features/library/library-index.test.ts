import { expect, test } from 'vitest'
import {
  byId,
  collectionsWithin,
  filterIndex,
  formatPath,
  type Index,
  isComplete,
  spacesWithin,
} from './library-index.ts'
import { aCollectionItem, aSpaceItem } from './test-items.ts'

const published = { location: '/', app: '/', published: 'https://docs.halden.energy/' }
const index: Index = {
  collections: [
    aCollectionItem('one', 'docs', { title: 'Halden One' }),
    aCollectionItem('docs', undefined, { title: 'Product documentation' }),
    aCollectionItem('lost', 'unseen', { title: 'Shared with me' }),
  ],
  spaces: [
    aSpaceItem('s1', 'one', { title: 'Installation guide', urls: published, changeRequestsOpen: 3 }),
    aSpaceItem('s2', 'docs', { title: 'Guide for Sjöberg' }),
    aSpaceItem('s3', undefined, { title: '' }),
  ],
  spaceCount: 3,
  collectionCount: 3,
}
const filterTitles = (text: string, more: object = {}) =>
  filterIndex(index, { text, kind: undefined, rootId: null, ...more }).map(({ id }) => id)

test('titles match by words, and those that start with the text come first', () => {
  expect(filterTitles('guide')).toEqual(['s2', 's1'])
  expect(filterTitles('guide inst')).toEqual(['s1'])
  expect(filterTitles('SJOBERG')).toEqual(['s2'])
  expect(filterTitles('untitled')).toEqual(['s3'])
  expect(filterTitles('nothing of it')).toEqual([])
})

test('a filter limits results to one kind and to the root collection', () => {
  expect(filterTitles('', { kind: 'changes' })).toEqual(['s1'])
  expect(filterTitles('', { kind: 'published' })).toEqual(['s1'])
  expect(filterTitles('', { kind: 'unpublished' })).toEqual(['s2', 's3'])
  expect(filterTitles('', { kind: 'collections' })).toEqual(['one', 'docs', 'lost'])
  expect(filterTitles('', { rootId: 'docs' }).sort()).toEqual(['one', 's1', 's2'])
})

test('a path starts with the outermost collection the caller can see', () => {
  const collectionsById = byId(index.collections)
  expect(formatPath(collectionsById, 'one')).toBe('Product documentation / Halden One')
  expect(formatPath(collectionsById, 'unseen')).toBeUndefined()
  expect(formatPath(collectionsById, undefined)).toBeUndefined()
})

test('spaces are counted including nested collections', () => {
  expect(Object.fromEntries(spacesWithin(index))).toEqual({ docs: 2, one: 1, lost: 0 })
  expect(collectionsWithin(index, 'docs')).toBe(1)
})

test('an index is complete only if everything is loaded', () => {
  expect(isComplete(index)).toBe(true)
  expect(isComplete({ ...index, spaceCount: 4 })).toBe(false)
})

test('a cycle of parents ends the path', () => {
  const collectionsById = byId([aCollectionItem('a', 'b'), aCollectionItem('b', 'a')])
  expect(formatPath(collectionsById, 'a')).toBe('b / a')
})
