import { expect, test } from 'vitest'
import type { Page } from '#contract/pages.ts'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { aGroup, aLink, aPage } from '../../components/page-text/sample-page.ts'
import { startDrag } from '../../components/tree-drop.ts'
import { withMove } from '../../components/tree-move.ts'
import {
  descendantsOf,
  firstPage,
  pageAfterDeletion,
  rowsOf,
  treePositionOf,
  withChangedPage,
  withMovedPage,
  withoutPage,
} from './page-rows.ts'

const earth = aPage('earth', 'Protective earth', 'wiring/earth')
const routes = aPage('routes', 'Cable routes', 'wiring/routes')
const wiring = aPage('wiring', 'Wiring', 'wiring', [earth, routes])
const pages: Page[] = [
  aPage('box', 'In the box', 'box'),
  wiring,
  aGroup('more', 'More', [aPage('faq', 'Questions', 'more/faq')]),
  aLink('home', 'Home page'),
]
const rows = rowsOf(pageIndexOf(pages))
const idsIn = (tree: readonly Page[]): string[] =>
  tree.flatMap((page) => [page.id, ...('pages' in page ? idsIn(page.pages) : [])])

test('rows have the title of the navigation where it differs', () => {
  const page = { ...aPage('qa', 'Questions and answers', 'qa'), linkTitle: 'Q&A' }
  const cleared = { ...page, id: 'cleared', linkTitle: '' }
  const titles = rowsOf(pageIndexOf([page, cleared, aPage('untitled', '', 'untitled')])).map(
    ({ title }) => title,
  )
  expect(titles).toEqual(['Q&A', 'Questions and answers', 'Untitled'])
})

test('rows are in reading order with their depth', () => {
  expect(rows.map(({ id, depth, parentId }) => [id, depth, parentId])).toEqual([
    ['box', 0, null],
    ['wiring', 0, null],
    ['earth', 1, 'wiring'],
    ['routes', 1, 'wiring'],
    ['more', 0, null],
    ['faq', 1, 'more'],
    ['home', 0, null],
  ])
})

test('a group cannot go below a page, and nothing goes below a link', () => {
  const slots = (id: string) => {
    const drag = startDrag(id, { rows, isOpen: () => true, rootAccepts: () => true })
    return [...(drag?.others.keys() ?? []), drag?.others.length ?? 0].flatMap((gap) => [
      ...(drag?.slotsIn(gap) ?? []),
    ])
  }
  expect(new Set(slots('more').map(({ parentId }) => parentId))).toEqual(new Set([null]))
  expect(slots('box').some(({ parentId }) => parentId === 'home')).toBe(false)
  expect(slots('box').some(({ parentId }) => parentId === 'earth')).toBe(true)
})

test.each([
  [
    { id: 'routes', parentId: 'wiring', position: { before: 'earth' } },
    { into: 'wiring', at: 0 },
  ],
  [
    { id: 'box', parentId: 'wiring', position: { after: 'earth' } },
    { into: 'wiring', at: 1 },
  ],
  [
    { id: 'earth', parentId: null, position: { after: 'wiring' } },
    { into: null, at: 2 },
  ],
  [
    { id: 'box', parentId: 'faq', position: {} },
    { into: 'faq', at: 0 },
  ],
])('a drop becomes a tree position that results in the same tree', (move, position) => {
  expect(treePositionOf(rows, move)).toEqual(position)
  const page = rows.find(({ id }) => id === move.id)?.page
  const after = page ? withMovedPage(pages, page, position) : []
  expect(idsIn(after)).toEqual(withMove(rows, move).map(({ id }) => id))
})

test('a page at any depth can be updated and removed', () => {
  const renamed = withChangedPage(pages, 'routes', (page) => ({ ...page, title: 'Routes' }))
  expect(rowsOf(pageIndexOf(renamed)).find(({ id }) => id === 'routes')?.title).toBe('Routes')
  expect(idsIn(withoutPage(pages, 'wiring'))).toEqual(['box', 'more', 'faq', 'home'])
  expect(descendantsOf(wiring)).toEqual([earth, routes])
})

test('the first document opens, and a neighbor after a deletion', () => {
  const index = pageIndexOf(pages)
  expect(firstPage(index)?.id).toBe('box')
  expect(firstPage(pageIndexOf([{ ...wiring, hidden: true }]))?.id).toBe('earth')
  expect(['box', 'routes', 'earth', 'faq'].map((id) => pageAfterDeletion(index, id))).toEqual([
    'wiring',
    'earth',
    'routes',
    'more',
  ])
})
