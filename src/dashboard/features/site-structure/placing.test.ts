import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'
import { aSpace, defaultsOf, halden, outlineOf } from './parts-for-tests.ts'
import { placed, placeNow, without } from './placing.ts'

test('a section goes into a group, beside the one that was named', () => {
  const after = placed(halden(), 'api', { parentId: 'products', position: { after: 'one' } })
  expect(outlineOf(after)).toEqual([
    'products',
    ...['one in products', 'en in one', 'de in one', 'fr in one'],
    ...['api in products', 'v3 in api', 'v4 in api'],
    ...['mini in products', 'mini-en in mini'],
    ...['notes', 'notes-en in notes'],
  ])
})

test('a section leaves its group for the top, before everything', () => {
  const after = placed(halden(), 'mini', { parentId: null, position: { before: 'products' } })
  expect(outlineOf(after)?.slice(0, 3)).toEqual(['mini', 'mini-en in mini', 'products'])
})

test('a space that leaves its section passes the default on and is none where it comes to', () => {
  const after = placed(halden(), 'en', { parentId: 'notes', position: {} })
  expect(outlineOf(after)).toContain('en in notes')
  expect(defaultsOf(after)).toEqual(['one', 'de', 'mini-en', 'v3', 'notes-en'])
})

test('a space moved among its own keeps being the default', () => {
  const after = placed(halden(), 'en', { parentId: 'one', position: { after: 'fr' } })
  expect(defaultsOf(after)).toContain('en')
})

test.each([
  ['the part', 'gone', { parentId: null, position: {} }],
  ['the parent', 'api', { parentId: 'gone', position: {} }],
  ['the neighbour', 'api', { parentId: null, position: { after: 'gone' } }],
  ['the neighbour, there', 'api', { parentId: 'products', position: { after: 'notes' } }],
  ['a parent that takes it', 'products', { parentId: 'products', position: {} }],
  ['a section for the space', 'v3', { parentId: null, position: {} }],
])('there is no such place without %s', (_what, id, to) => {
  expect(placed(halden(), id, to)).toBeNull()
})

test('spaces of a site without sections are put in order', () => {
  const spaces = { type: 'siteSpaces' as const, structure: ['a', 'b', 'c'].map((name) => aSpace(name)) }
  expect(outlineOf(placed(spaces, 'c', { parentId: null, position: { before: 'a' } }))).toEqual([
    'c',
    'a',
    'b',
  ])
  expect(placed(spaces, 'c', { parentId: 'a', position: {} })).toBeNull()
})

test('what goes somewhere and back to where it was leaves everything in its order', () => {
  const ids = partsOf(halden()).map(({ part }) => part.id)
  const parents = [null, 'products', 'one', 'mini', 'api', 'notes']
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.constantFrom(...parents), (id, parentId) => {
      const before = halden()
      const from = placeNow(before, id)
      const there = placed(before, id, { parentId, position: {} })
      if (from === null || there === null) return
      expect(outlineOf(there)).toHaveLength(ids.length)
      expect(outlineOf(placed(there, id, from))).toEqual(outlineOf(before))
    }),
  )
})

test('a section goes with all its spaces', () => {
  expect(outlineOf(without(halden(), 'api'))).not.toContain('v3 in api')
})
