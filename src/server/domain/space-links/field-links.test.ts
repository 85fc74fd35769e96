import { expect, test } from 'vitest'
import type { PageEntry } from '../../content/entries.ts'
import type { Snapshot } from '../../content/snapshot.ts'
import { fieldLinksIn } from './field-links.ts'

const entry = (id: string, fields: Partial<PageEntry>): PageEntry => ({
  id,
  type: 'document',
  title: id,
  slug: id,
  createdAt: '',
  updatedAt: '',
  ...fields,
})

const treeOf = (...entries: PageEntry[]): Snapshot => {
  const nodes = entries.map((one) => ({ entry: one, parent: null, path: one.slug, pages: [] }))
  return {
    pages: nodes,
    page: (id) => nodes.find((node) => node.entry.id === id),
    pageAt: () => undefined,
    below: () => [],
    all: () => nodes,
  }
}

test('covers link to their images in light and dark mode', () => {
  const cover = {
    ref: { kind: 'file', file: 'f1' },
    refDark: { kind: 'url', url: 'https://example.org/a.png' },
  }
  const links = fieldLinksIn(treeOf(entry('a', { cover }), entry('b', {})), 's')
  expect(links.map(({ page_id, kind, target_id, url }) => [page_id, kind, target_id, url])).toEqual([
    ['a', 'file', 'f1', null],
    ['a', 'url', null, 'https://example.org/a.png'],
  ])
  expect(new Set(links.map(({ position }) => position)).size).toBe(2)
})

test('references to other spaces are ignored unless they are URLs', () => {
  const targets = [
    { kind: 'page', page: 'p', space: 'other' },
    { kind: 'space', space: 'other' },
    { kind: 'user', user: 'u' },
    { kind: 'anchor', anchor: 'x' },
  ]
  const tree = treeOf(...targets.map((target, n) => entry(`l${n}`, { type: 'link', target })))
  expect(fieldLinksIn(tree, 's')).toEqual([])
  const own = treeOf(entry('l', { type: 'link', target: { kind: 'page', page: 'p', space: 's' } }))
  expect(fieldLinksIn(own, 's')).toMatchObject([{ kind: 'page', target_id: 'p' }])
})
