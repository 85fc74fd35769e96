import { expect, test } from 'vitest'
import type { Contents } from './library-data.ts'
import { describeItems, isItem, resultRows, rowsOf, topmostSelected } from './library-rows.ts'
import { aCollectionItem, aSpaceItem } from './test-items.ts'

const contents = (items: Contents['items'], next?: string): Contents => ({ items, count: items.length, next })
const contentsById: Record<string, Contents> = {
  top: contents([aCollectionItem('docs'), aSpaceItem('blog')]),
  docs: contents([aCollectionItem('api', 'docs'), aSpaceItem('guide', 'docs')], 'page2'),
  api: contents([aSpaceItem('rest', 'api')]),
}
const rowsWith = (open: string[], rootId: string | null = null, known = contentsById) =>
  rowsOf({ rootId, contentsOf: (id) => known[id ?? 'top'], isOpen: (id) => open.includes(id) })
const outline = (rows: ReturnType<typeof rowsWith>) =>
  rows.map((row) => `${'  '.repeat(row.depth)}${isItem(row) ? row.id : row.state}`)

test('open collections show their contents in order', () => {
  expect(outline(rowsWith([]))).toEqual(['docs', 'blog'])
  expect(outline(rowsWith(['docs', 'api']))).toEqual([
    'docs',
    '  api',
    '    rest',
    '  guide',
    '  more',
    'blog',
  ])
})

test('a tree rooted in a collection begins at depth 0', () => {
  expect(outline(rowsWith(['api'], 'docs'))).toEqual(['api', '  rest', 'guide', 'more'])
  expect(rowsWith([], 'docs')[0]).toMatchObject({ id: 'api', parentId: null })
})

test('contents that are not loaded are a placeholder row', () => {
  expect(outline(rowsWith(['docs'], null, { top: contentsById.top ?? contents([]) }))).toEqual([
    'docs',
    '  loading',
    'blog',
  ])
})

test('a row can be dragged only with admin rights, and dropped only where the caller can create', () => {
  const readOnly = { view: true, admin: false, viewInviteLinks: false, create: false }
  const known = {
    top: contents([aCollectionItem('docs', undefined, { permissions: readOnly }), aSpaceItem('blog')]),
  }
  const [docs, blog] = rowsWith([], null, known)
  expect(docs).toMatchObject({ canDrag: false, isBranch: true })
  expect(docs?.accepts).toBeUndefined()
  expect(blog).toMatchObject({ canDrag: true, isBranch: false })
})

test('a selected row below another selected row is left out', () => {
  const rows = rowsWith(['docs', 'api'])
  const selected = new Set(['docs', 'rest', 'blog'])
  expect(topmostSelected(rows, selected).map(({ id }) => id)).toEqual(['docs', 'blog'])
  expect(topmostSelected(rows, new Set(['rest', 'guide'])).map(({ id }) => id)).toEqual(['rest', 'guide'])
})

test('results are flat and have a path', () => {
  const rows = resultRows([aSpaceItem('rest', 'api')], () => 'docs / api')
  expect(rows).toMatchObject([{ depth: 0, canDrag: false, path: 'docs / api' }])
})

test('one item is named, several are counted by kind', () => {
  expect(describeItems([aSpaceItem('rest')])).toBe('“rest”')
  expect(describeItems([aSpaceItem('rest'), aSpaceItem('blog')])).toBe('2 spaces')
  const mixed = [aSpaceItem('rest'), aCollectionItem('docs'), aSpaceItem('blog')]
  expect(describeItems(mixed)).toBe('1 collection and 2 spaces')
})
