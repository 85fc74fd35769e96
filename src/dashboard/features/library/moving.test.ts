import { expect, test } from 'vitest'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import { rowsOf } from './library-rows.ts'
import { bodyOf } from './send-move.ts'
import { endOf, type Place, type Shelf } from './shelf.ts'
import { placeOfDrop } from './use-carrying.ts'

const shelf = (items: Shelf['items'], next?: string): Shelf => ({ items, count: items.length, next })
const shelves: Record<string, Shelf> = {
  top: shelf([aCollectionItem('docs'), aSpaceItem('blog')], 'page2'),
  docs: shelf([aCollectionItem('api', 'docs'), aSpaceItem('guide', 'docs')]),
  api: shelf([aSpaceItem('rest', 'api')]),
}
const rows = rowsOf({
  rootId: null,
  shelfOf: (id) => shelves[id ?? 'top'],
  isOpen: (id) => id === 'docs',
})

test('a drop names its neighbour by kind', () => {
  expect(placeOfDrop({ id: 'blog', parentId: 'docs', position: { after: 'api' } }, rows, null)).toEqual({
    parentId: 'docs',
    position: { after: { type: 'collection', collection: 'api' } },
  })
  expect(placeOfDrop({ id: 'guide', parentId: null, position: { before: 'blog' } }, rows, null)).toEqual({
    parentId: null,
    position: { before: { type: 'space', space: 'blog' } },
  })
})

test('beside rows that are still to come is the end', () => {
  const more = rows.find(({ kind }) => kind === 'note')?.id ?? ''
  expect(placeOfDrop({ id: 'guide', parentId: null, position: { after: more } }, rows, null)).toEqual(
    endOf(null),
  )
})

test('at the top of a page of a collection is in that collection', () => {
  const place = placeOfDrop({ id: 'guide', parentId: null, position: {} }, rows, 'docs')
  expect(place).toEqual(endOf('docs'))
})

test('a move names the parent only when it changes, and a position only when there is one', () => {
  const beside: Place = { parentId: 'docs', position: { after: { type: 'space', space: 'guide' } } }
  expect(bodyOf({ from: endOf('docs'), to: beside })).toEqual({ position: beside.position })
  expect(bodyOf({ from: endOf(null), to: beside })).toEqual({ parent: 'docs', position: beside.position })
  expect(bodyOf({ from: beside, to: endOf(null) })).toEqual({ parent: null })
})
