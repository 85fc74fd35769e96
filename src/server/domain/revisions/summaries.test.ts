import { expect, test } from 'vitest'
import { summaryOf } from './summaries.ts'

const page = (id: string) => ({ id, type: 'document' as const, title: id.toUpperCase(), path: id })

test('a summary counts each object once, in the order of the changes, and names the first ones', () => {
  expect(
    summaryOf([
      { type: 'page_moved', page: page('a'), parent: {} },
      { type: 'page_edited', page: page('a'), attributes: {} },
      { type: 'page_moved', page: page('b'), parent: {} },
      ...['c', 'd', 'e', 'f'].map((id) => ({ type: 'page_created' as const, page: page(id) })),
      {
        type: 'file_deleted',
        file: { id: 'x', name: 'x.png', contentType: 'image/png', downloadURL: 'https://example.org' },
      },
      { type: 'variables_edited', variables: ['host', 'port'] },
    ]),
  ).toEqual([
    { object: 'page', action: 'edited', count: 1, names: ['A'] },
    { object: 'page', action: 'moved', count: 1, names: ['B'] },
    { object: 'page', action: 'created', count: 4, names: ['C', 'D', 'E'] },
    { object: 'file', action: 'deleted', count: 1, names: ['x.png'] },
    { object: 'variable', action: 'edited', count: 2, names: ['host', 'port'] },
  ])
})
