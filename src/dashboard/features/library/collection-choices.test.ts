import { expect, test } from 'vitest'
import { choicesOf } from './collection-choices.ts'
import { aCollectionItem } from './items-for-tests.ts'

const collections = [
  aCollectionItem('Partner portal'),
  aCollectionItem('Halden One', 'Docs'),
  aCollectionItem('Docs'),
  aCollectionItem('Controller API', 'Docs'),
]
const given = { collections, moving: new Set<string>(), here: undefined, mayCreateAtTop: true, text: '' }
const outline = (more: object) =>
  choicesOf({ ...given, ...more }).map(
    ({ title, depth, refusal }) => `${'  '.repeat(depth)}${title}${refusal ? ' ✗' : ''}`,
  )

test('places stand as a tree by title, the top first', () => {
  expect(outline({})).toEqual([
    'Top of the library',
    'Docs',
    '  Controller API',
    '  Halden One',
    'Partner portal',
  ])
})

test('refuses where it is, itself, what it holds, and where the caller may not create', () => {
  expect(outline({ moving: new Set(['Docs']), here: null, mayCreateAtTop: false })).toEqual([
    'Top of the library ✗',
    'Docs ✗',
    '  Controller API ✗',
    '  Halden One ✗',
    'Partner portal',
  ])
})

test('a text shows what has it in its title, with the place around it', () => {
  expect(choicesOf({ ...given, text: 'one' })).toEqual([
    { id: 'Halden One', kind: 'there', title: 'Halden One', depth: 0, where: 'Docs' },
    { id: null, kind: 'new', title: 'New collection “one”', depth: 0, where: 'at the top of the library' },
  ])
})

test('offers to make what is typed where the rows are, unless it is there or may not be made', () => {
  const made = (more: object) =>
    choicesOf({ ...given, text: 'Old', ...more }).map(({ id, kind, where }) => [id, kind, where])
  expect(made({ here: 'Docs' })).toEqual([['Docs', 'new', 'in Docs']])
  expect(made({ mayCreateAtTop: false })).toEqual([])
  expect(made({ text: 'docs', here: null })).toEqual([['Docs', 'there', undefined]])
  expect(made({ text: 'x'.repeat(51) })).toEqual([])
})
