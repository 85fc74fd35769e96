import { expect, test } from 'vitest'
import { inheritedInWords, levelInWords } from './level-words.ts'

const docs = {
  title: 'Docs',
  defaultLevel: 'edit' as const,
  defaultLevelFrom: { type: 'collection' as const, id: 'c1' },
}

test('what is above says what it gives', () => {
  expect(inheritedInWords({ parent: undefined }, undefined, 'Halden')).toBe(
    'Everybody by their role in Halden',
  )
  expect(inheritedInWords({ parent: 'c1' }, docs, 'Halden')).toBe('As in “Docs”: Edit')
  expect(inheritedInWords({ parent: 'c1' }, { ...docs, defaultLevel: null }, 'Halden')).toBe(
    'As in “Docs”: named people only',
  )
  const byRole = { ...docs, defaultLevelFrom: { type: 'organization' as const, id: 'o1' } }
  expect(inheritedInWords({ parent: 'c1' }, byRole, 'Halden')).toBe(
    'As in “Docs”: everybody by their role in Halden',
  )
  expect(inheritedInWords({ parent: 'c1' }, undefined, 'Halden')).toBe('As in the collection it is in')
})

test('a level of its own is said as the role it gives', () => {
  expect(levelInWords({ level: 'read', effective: 'read' }, 'above')).toBe('Read: reads only')
  expect(levelInWords({ level: null, effective: null }, 'above')).toBe('Named people only')
  expect(levelInWords({ level: 'inherit', effective: 'read' }, 'above')).toBe('above')
})
