import { expect, test } from 'vitest'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import {
  byId,
  collectionsWithin,
  foundIn,
  type Index,
  isComplete,
  placeInWords,
  spacesWithin,
} from './library-index.ts'

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
const found = (text: string, more: object = {}) =>
  foundIn(index, { text, kind: undefined, rootId: null, ...more }).map(({ id }) => id)

test('finds titles by their words, those that begin with the text first', () => {
  expect(found('guide')).toEqual(['s2', 's1'])
  expect(found('guide inst')).toEqual(['s1'])
  expect(found('SJOBERG')).toEqual(['s2'])
  expect(found('untitled')).toEqual(['s3'])
  expect(found('nothing of it')).toEqual([])
})

test('shows one kind, and only what is inside the collection of the page', () => {
  expect(found('', { kind: 'changes' })).toEqual(['s1'])
  expect(found('', { kind: 'published' })).toEqual(['s1'])
  expect(found('', { kind: 'unpublished' })).toEqual(['s2', 's3'])
  expect(found('', { kind: 'collections' })).toEqual(['one', 'docs', 'lost'])
  expect(found('', { rootId: 'docs' }).sort()).toEqual(['one', 's1', 's2'])
})

test('says a place from the outermost collection that the caller may see', () => {
  const known = byId(index.collections)
  expect(placeInWords(known, 'one')).toBe('Product documentation / Halden One')
  expect(placeInWords(known, 'unseen')).toBeUndefined()
  expect(placeInWords(known, undefined)).toBeUndefined()
})

test('counts the spaces of a collection with those of the collections in it', () => {
  expect(Object.fromEntries(spacesWithin(index))).toEqual({ docs: 2, one: 1, lost: 0 })
  expect(collectionsWithin(index, 'docs')).toBe(1)
})

test('is complete only when everything is loaded', () => {
  expect(isComplete(index)).toBe(true)
  expect(isComplete({ ...index, spaceCount: 4 })).toBe(false)
})

test('a circle of parents ends', () => {
  const known = byId([aCollectionItem('a', 'b'), aCollectionItem('b', 'a')])
  expect(placeInWords(known, 'a')).toBe('b / a')
})
