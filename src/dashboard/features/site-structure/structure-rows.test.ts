import { expect, test } from 'vitest'
import { aGroup, aSection, aSpace, sampleStructure, withSections } from './sample-structure.ts'
import { addressesOf, rootAccepts, rowsOf } from './structure-rows.ts'

const rowOf = (id: string, structure = sampleStructure(), mayEdit = true) =>
  rowsOf(structure, mayEdit).find((row) => row.id === id)

test('rows are in order, each with its depth', () => {
  expect(rowsOf(sampleStructure(), true).map(({ id, depth }) => `${id} ${depth}`)).toEqual([
    'products 0',
    ...['one 1', 'en 2', 'de 2', 'fr 2', 'mini 1', 'mini-en 2'],
    ...['api 0', 'v3 1', 'v4 1', 'notes 0', 'notes-en 1'],
  ])
})

test('groups accept sections, sections accept spaces, spaces accept nothing', () => {
  expect(rowOf('products')?.accepts?.('site-section')).toBe(true)
  expect(rowOf('products')?.accepts?.('site-section-group')).toBe(false)
  expect(rowOf('api')?.accepts?.('site-space')).toBe(true)
  expect(rowOf('v3')?.accepts).toBeUndefined()
})

test('the top level accepts groups and sections, or spaces if there are no sections', () => {
  expect(['site-section', 'site-section-group', 'site-space'].map(rootAccepts({ type: 'sections' }))).toEqual(
    [true, true, false],
  )
  expect(['site-section', 'site-space'].map(rootAccepts({ type: 'siteSpaces' }))).toEqual([false, true])
})

test('a section with one space is one row, unless that space has a condition of its own', () => {
  expect(rowOf('notes')?.isBranch).toBe(false)
  const seen = aSpace('beta', { default: true, section: 'lab', condition: 'visitor.claims.beta' })
  const structure = withSections(aSection('lab', [], { siteSpaces: [seen] }))
  expect(rowOf('lab', structure)?.isBranch).toBe(true)
  expect(rowOf('beta', structure)?.canDrag).toBe(false)
})

test('the space of such a section is named if its title differs', () => {
  expect(rowOf('notes')?.spaceTitle).toBe('notes-en')
  expect(rowOf('api')?.spaceTitle).toBeUndefined()
  expect(rowOf('same', withSections(aSection('same', ['same'])))?.spaceTitle).toBeUndefined()
})

test('the last section or space cannot be removed, with a reason', () => {
  expect(rowOf('notes')?.removalRefusal).toBeUndefined()
  expect(rowOf('notes-en')?.removalRefusal).toBe('“notes” needs at least one space')
  expect(rowOf('only', withSections(aSection('only', ['a', 'b'])))?.removalRefusal).toBe(
    'A site needs at least one section',
  )
})

test('readers cannot drag rows', () => {
  expect(rowsOf(sampleStructure(), false).some(({ canDrag }) => canDrag)).toBe(false)
})

const addressList = (structure: Parameters<typeof addressesOf>[0]) =>
  Object.fromEntries(addressesOf(structure))

test('the defaults have no node of their own, and groups have no address', () => {
  expect(addressList(sampleStructure())).toEqual({
    ...{ one: '/', en: '/', de: '/de', fr: '/fr' },
    ...{ mini: '/mini', 'mini-en': '/mini' },
    ...{ api: '/api', v3: '/api', v4: '/api/v4' },
    ...{ notes: '/notes', 'notes-en': '/notes' },
  })
})

test('a space of the default section has the full address if a section has the same path', () => {
  const structure = withSections(
    aSection('one', ['en', 'api'], { default: true }),
    aGroup('developers', [aSection('api', ['v3'], { id: 'section' })]),
  )
  expect(addressList(structure)).toMatchObject({ api: '/one/api', section: '/api' })
})

test('spaces of a site without sections are directly below it', () => {
  const structure = { type: 'siteSpaces' as const, structure: [aSpace('a', { default: true }), aSpace('b')] }
  expect(addressList(structure)).toEqual({ a: '/', b: '/b' })
})
