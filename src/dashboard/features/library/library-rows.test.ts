import { expect, test } from 'vitest'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import { isItem, namedOrCounted, resultRows, rowsOf, topmost } from './library-rows.ts'
import type { Shelf } from './shelf.ts'

const shelf = (items: Shelf['items'], next?: string): Shelf => ({ items, count: items.length, next })
const shelves: Record<string, Shelf> = {
  top: shelf([aCollectionItem('docs'), aSpaceItem('blog')]),
  docs: shelf([aCollectionItem('api', 'docs'), aSpaceItem('guide', 'docs')], 'page2'),
  api: shelf([aSpaceItem('rest', 'api')]),
}
const scene = (open: string[], rootId: string | null = null, known = shelves) =>
  rowsOf({ rootId, shelfOf: (id) => known[id ?? 'top'], isOpen: (id) => open.includes(id) })
const outline = (rows: ReturnType<typeof scene>) =>
  rows.map((row) => `${'  '.repeat(row.depth)}${isItem(row) ? row.id : row.says}`)

test('open collections show what they hold, in the order of their shelf', () => {
  expect(outline(scene([]))).toEqual(['docs', 'blog'])
  expect(outline(scene(['docs', 'api']))).toEqual(['docs', '  api', '    rest', '  guide', '  more', 'blog'])
})

test('a tree rooted in a collection begins at depth 0', () => {
  expect(outline(scene(['api'], 'docs'))).toEqual(['api', '  rest', 'guide', 'more'])
  expect(scene([], 'docs')[0]).toMatchObject({ id: 'api', parentId: null })
})

test('a shelf that is not there yet says so in its place', () => {
  expect(outline(scene(['docs'], null, { top: shelves.top ?? shelf([]) }))).toEqual([
    'docs',
    '  loading',
    'blog',
  ])
})

test('only what the caller may manage is dragged, and only where they may create is it taken in', () => {
  const mine = { view: true, admin: false, viewInviteLinks: false, create: false }
  const known = {
    top: shelf([aCollectionItem('docs', undefined, { permissions: mine }), aSpaceItem('blog')]),
  }
  const [docs, blog] = scene([], null, known)
  expect(docs).toMatchObject({ canDrag: false, isBranch: true })
  expect(docs?.accepts).toBeUndefined()
  expect(blog).toMatchObject({ canDrag: true, isBranch: false })
})

test('what stands inside another chosen row goes along with it', () => {
  const rows = scene(['docs', 'api'])
  const chosen = new Set(['docs', 'rest', 'blog'])
  expect(topmost(rows, chosen).map(({ id }) => id)).toEqual(['docs', 'blog'])
  expect(topmost(rows, new Set(['rest', 'guide'])).map(({ id }) => id)).toEqual(['rest', 'guide'])
})

test('results lie flat and say where they stand', () => {
  const rows = resultRows([aSpaceItem('rest', 'api')], () => 'docs / api')
  expect(rows).toMatchObject([{ depth: 0, canDrag: false, where: 'docs / api' }])
})

test('rows are named when alone and counted by kind when several', () => {
  expect(namedOrCounted([aSpaceItem('rest')])).toBe('“rest”')
  expect(namedOrCounted([aSpaceItem('rest'), aSpaceItem('blog')])).toBe('2 spaces')
  const mixed = [aSpaceItem('rest'), aCollectionItem('docs'), aSpaceItem('blog')]
  expect(namedOrCounted(mixed)).toBe('1 collection and 2 spaces')
})
