import { expect, test } from 'vitest'
import { collectionChoices } from './collection-choices.ts'
import { aCollectionItem } from './test-items.ts'

const collections = [
  aCollectionItem('Partner portal'),
  aCollectionItem('Halden One', 'Docs'),
  aCollectionItem('Docs'),
  aCollectionItem('Controller API', 'Docs'),
]
const options = {
  collections,
  movingIds: new Set<string>(),
  currentParent: undefined,
  canCreateAtTop: true,
  text: '',
}
const outline = (more: object) =>
  collectionChoices({ ...options, ...more }).map(
    ({ title, depth, disabledReason }) => `${'  '.repeat(depth)}${title}${disabledReason ? ' ✗' : ''}`,
  )

test('targets are a tree sorted by title, after the top level of the library', () => {
  expect(outline({})).toEqual([
    'Top level of the library',
    'Docs',
    '  Controller API',
    '  Halden One',
    'Partner portal',
  ])
})

test('the current parent, the item itself, its contents and collections without the right to create are disabled', () => {
  expect(outline({ movingIds: new Set(['Docs']), currentParent: null, canCreateAtTop: false })).toEqual([
    'Top level of the library ✗',
    'Docs ✗',
    '  Controller API ✗',
    '  Halden One ✗',
    'Partner portal',
  ])
})

test('a search text matches titles and shows the path of each match', () => {
  expect(collectionChoices({ ...options, text: 'one' })).toEqual([
    { id: 'Halden One', kind: 'existing', title: 'Halden One', depth: 0, path: 'Docs' },
    {
      id: null,
      kind: 'new',
      title: 'New collection “one”',
      depth: 0,
      path: 'at the top level of the library',
    },
  ])
})

test('a collection with the entered title can be created next to the items, unless it exists or the caller lacks the right', () => {
  const created = (more: object) =>
    collectionChoices({ ...options, text: 'Old', ...more }).map(({ id, kind, path }) => [id, kind, path])
  expect(created({ currentParent: 'Docs' })).toEqual([['Docs', 'new', 'in Docs']])
  expect(created({ canCreateAtTop: false })).toEqual([])
  expect(created({ text: 'docs', currentParent: null })).toEqual([['Docs', 'existing', undefined]])
  expect(created({ text: 'x'.repeat(51) })).toEqual([])
})
