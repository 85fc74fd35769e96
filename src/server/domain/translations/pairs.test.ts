import { expect, test } from 'vitest'
import { pairPages, type StoredPair } from './pairs.ts'

/** Pages as `id:path`. */
const pages = (...all: string[]) =>
  all.map((one) => {
    const [id = '', path = id] = one.split(':')
    return { id, path }
  })

const pairsOf = (sources: string[], targets: string[], stored: StoredPair[] = []) =>
  pairPages(pages(...sources), pages(...targets), stored).map(({ source, page, pairing }) =>
    `${source?.id ?? ''}=${page?.id ?? ''} ${pairing ?? ''}`.trim(),
  )

test('stored pairs win over equal ids, and equal ids over equal paths', () => {
  const stored = [{ pageId: 'x', sourcePageId: 'a' }]
  expect(pairsOf(['a:one', 'b:two', 'c:three'], ['x:three', 'a:two', 'b:one', 'y:three'], stored)).toEqual([
    'a=x stored',
    'b=b id',
    'c=y path',
    '=a',
  ])
})

test('a page that a person left without an original is paired with none', () => {
  expect(pairsOf(['a'], ['a'], [{ pageId: 'a', sourcePageId: null }])).toEqual(['=a', 'a='])
})

test('a stored original that was deleted counts as not stored', () => {
  expect(pairsOf(['b:one'], ['x:one'], [{ pageId: 'x', sourcePageId: 'a' }])).toEqual(['b=x path'])
})
