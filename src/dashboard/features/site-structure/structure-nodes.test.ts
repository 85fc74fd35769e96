import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSpace, defaultsOf, outlineOf, sampleStructure } from './sample-structure.ts'
import {
  currentPosition,
  nodeById,
  nodesOf,
  withChangedNode,
  withDefault,
  withDissolvedGroup,
  withMovedNode,
  withoutNode,
} from './structure-nodes.ts'

test('a section moves into a group, after the named section', () => {
  const after = withMovedNode(sampleStructure(), 'api', { parentId: 'products', position: { after: 'one' } })
  expect(outlineOf(after)).toEqual([
    'products',
    ...['one in products', 'en in one', 'de in one', 'fr in one'],
    ...['api in products', 'v3 in api', 'v4 in api'],
    ...['mini in products', 'mini-en in mini'],
    ...['notes', 'notes-en in notes'],
  ])
})

test('a section moves out of its group to the beginning of the top level', () => {
  const after = withMovedNode(sampleStructure(), 'mini', { parentId: null, position: { before: 'products' } })
  expect(outlineOf(after)?.slice(0, 3)).toEqual(['mini', 'mini-en in mini', 'products'])
  expect(after && nodeById(after, 'mini')).not.toHaveProperty('sectionGroup')
})

test('a default space is not the default of the section it moves to', () => {
  const after = withMovedNode(sampleStructure(), 'en', { parentId: 'notes', position: {} })
  expect(outlineOf(after)).toContain('en in notes')
  expect(defaultsOf(after)).toEqual(['one', 'mini-en', 'v3', 'notes-en'])
})

test('a space that moves within its section remains the default', () => {
  const after = withMovedNode(sampleStructure(), 'en', { parentId: 'one', position: { after: 'fr' } })
  expect(defaultsOf(after)).toContain('en')
})

test.each([
  ['the node', 'gone', { parentId: null, position: {} }],
  ['the parent', 'api', { parentId: 'gone', position: {} }],
  ['the neighbor', 'api', { parentId: null, position: { after: 'gone' } }],
  ['the neighbor in that parent', 'api', { parentId: 'products', position: { after: 'notes' } }],
  ['a parent of the right kind', 'products', { parentId: 'products', position: {} }],
  ['a section for the space', 'v3', { parentId: null, position: {} }],
])('a move needs %s', (_what, id, to) => {
  expect(withMovedNode(sampleStructure(), id, to)).toBeNull()
})

test('spaces of a site without sections can be reordered', () => {
  const spaces = { type: 'siteSpaces' as const, structure: ['a', 'b', 'c'].map((name) => aSpace(name)) }
  expect(outlineOf(withMovedNode(spaces, 'c', { parentId: null, position: { before: 'a' } }))).toEqual([
    'c',
    'a',
    'b',
  ])
  expect(withMovedNode(spaces, 'c', { parentId: 'a', position: {} })).toBeNull()
})

test('moving a node away and back restores the order', () => {
  const ids = nodesOf(sampleStructure()).map(({ node }) => node.id)
  const parents = [null, 'products', 'one', 'mini', 'api', 'notes']
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.constantFrom(...parents), (id, parentId) => {
      const before = sampleStructure()
      const from = currentPosition(before, id)
      const after = withMovedNode(before, id, { parentId, position: {} })
      if (from === null || after === null) return
      expect(outlineOf(after)).toHaveLength(ids.length)
      expect(outlineOf(withMovedNode(after, id, from))).toEqual(outlineOf(before))
    }),
  )
})

test('removing a section removes its spaces', () => {
  expect(outlineOf(withoutNode(sampleStructure(), 'api'))).not.toContain('v3 in api')
})

test.each(['products', 'one', 'fr', 'notes'])('changing %s keeps its position', (id) => {
  const after = withChangedNode(sampleStructure(), id, (node) => ({ ...node, version: 7 }))
  expect(nodeById(after, id)?.version).toBe(7)
  expect(outlineOf(after)).toEqual(outlineOf(sampleStructure()))
})

test('a site has one default section, and each section one default space', () => {
  const fr = aSpace('fr', { section: 'one' })
  expect(defaultsOf(withDefault(sampleStructure(), fr))).toEqual(['one', 'fr', 'mini-en', 'v3', 'notes-en'])
  const section = nodeById(sampleStructure(), 'api')
  if (section?.object !== 'site-section') throw new Error('The sample has no section “api”')
  expect(defaultsOf(withDefault(sampleStructure(), section))).toEqual([
    'en',
    'mini-en',
    'api',
    'v3',
    'notes-en',
  ])
})

test('the sections of a dissolved group replace it', () => {
  const after = withDissolvedGroup(sampleStructure(), 'products')
  expect(outlineOf(after)?.filter((line) => !line.includes(' in '))).toEqual(['one', 'mini', 'api', 'notes'])
  expect(nodeById(after, 'one')).not.toHaveProperty('sectionGroup')
})
