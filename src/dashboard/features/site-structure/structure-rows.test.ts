import { expect, test } from 'vitest'
import { aSection, aSpace, halden, withSections } from './parts-for-tests.ts'
import { rowsOf, standsAtTop } from './structure-rows.ts'

const rowOf = (id: string, structure = halden(), mayEdit = true) =>
  rowsOf(structure, mayEdit).find((row) => row.id === id)

test('rows come in order, each with its depth', () => {
  expect(rowsOf(halden(), true).map(({ id, depth }) => `${id} ${depth}`)).toEqual([
    'products 0',
    ...['one 1', 'en 2', 'de 2', 'fr 2', 'mini 1', 'mini-en 2'],
    ...['api 0', 'v3 1', 'v4 1', 'notes 0', 'notes-en 1'],
  ])
})

test('groups take sections, sections take spaces, spaces take nothing', () => {
  expect(rowOf('products')?.accepts?.('site-section')).toBe(true)
  expect(rowOf('products')?.accepts?.('site-section-group')).toBe(false)
  expect(rowOf('api')?.accepts?.('site-space')).toBe(true)
  expect(rowOf('v3')?.accepts).toBeUndefined()
})

test('the top takes groups and sections, or spaces where there are no sections', () => {
  expect(['site-section', 'site-section-group', 'site-space'].map(standsAtTop({ type: 'sections' }))).toEqual(
    [true, true, false],
  )
  expect(['site-section', 'site-space'].map(standsAtTop({ type: 'siteSpaces' }))).toEqual([false, true])
})

test('a section with one space is one row, unless that space has a condition of its own', () => {
  expect(rowOf('notes')?.isBranch).toBe(false)
  const seen = aSpace('beta', { default: true, section: 'lab', condition: 'visitor.claims.beta' })
  const structure = withSections(aSection('lab', [], { siteSpaces: [seen] }))
  expect(rowOf('lab', structure)?.isBranch).toBe(true)
  expect(rowOf('beta', structure)?.canDrag).toBe(false)
})

test('the space of such a section is named when it is called otherwise', () => {
  expect(rowOf('notes')?.spaceTitle).toBe('notes-en')
  expect(rowOf('api')?.spaceTitle).toBeUndefined()
  expect(rowOf('same', withSections(aSection('same', ['same'])))?.spaceTitle).toBeUndefined()
})

test('the last one stays, and says so', () => {
  expect(rowOf('notes')?.keptBecause).toBeUndefined()
  expect(rowOf('notes-en')?.keptBecause).toBe('“notes” keeps its last space')
  expect(rowOf('only', withSections(aSection('only', ['a', 'b'])))?.keptBecause).toBe(
    'A site keeps its last section',
  )
})

test('nothing is dragged by those who may only look', () => {
  expect(rowsOf(halden(), false).some(({ canDrag }) => canDrag)).toBe(false)
})
