import { expect, test } from 'vitest'
import { type Contents, endOf, type ItemPosition } from './library-data.ts'
import { rowsOf } from './library-rows.ts'
import { moveBody, positionOfDrop } from './move-mutations.ts'
import { aCollectionItem, aSpaceItem } from './test-items.ts'

const contents = (items: Contents['items'], next?: string): Contents => ({ items, count: items.length, next })
const contentsById: Record<string, Contents> = {
  top: contents([aCollectionItem('docs'), aSpaceItem('blog')], 'page2'),
  docs: contents([aCollectionItem('api', 'docs'), aSpaceItem('guide', 'docs')]),
  api: contents([aSpaceItem('rest', 'api')]),
}
const rows = rowsOf({
  rootId: null,
  contentsOf: (id) => contentsById[id ?? 'top'],
  isOpen: (id) => id === 'docs',
})

test('a drop names its neighbor by kind', () => {
  expect(positionOfDrop({ id: 'blog', parentId: 'docs', position: { after: 'api' } }, rows, null)).toEqual({
    parentId: 'docs',
    position: { after: { type: 'collection', collection: 'api' } },
  })
  expect(positionOfDrop({ id: 'guide', parentId: null, position: { before: 'blog' } }, rows, null)).toEqual({
    parentId: null,
    position: { before: { type: 'space', space: 'blog' } },
  })
})

test('a drop next to a placeholder goes to the end', () => {
  const more = rows.find(({ kind }) => kind === 'placeholder')?.id ?? ''
  expect(positionOfDrop({ id: 'guide', parentId: null, position: { after: more } }, rows, null)).toEqual(
    endOf(null),
  )
})

test('a drop at the root of a collection page goes into that collection', () => {
  const position = positionOfDrop({ id: 'guide', parentId: null, position: {} }, rows, 'docs')
  expect(position).toEqual(endOf('docs'))
})

test('a move sends the parent only if it changes, and a position only if there is one', () => {
  const beside: ItemPosition = { parentId: 'docs', position: { after: { type: 'space', space: 'guide' } } }
  expect(moveBody({ from: endOf('docs'), to: beside })).toEqual({ position: beside.position })
  expect(moveBody({ from: endOf(null), to: beside })).toEqual({ parent: 'docs', position: beside.position })
  expect(moveBody({ from: beside, to: endOf(null) })).toEqual({ parent: null })
})
