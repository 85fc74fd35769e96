import { expect, test } from 'vitest'
import { sparseCache } from './sparse-cache.ts'

test('a cache keeps as many entries as it may, those that were used last', () => {
  const cache = sparseCache<string, number>(3)
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  expect(cache.get('a')).toBe(0)
  cache.set('d', 3)
  expect([...cache.keys()]).toEqual(['d', 'a', 'c'])
})
