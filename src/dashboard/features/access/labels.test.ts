import { expect, test } from 'vitest'
import { inheritedInWords, levelInWords, saidOf } from './labels.ts'
import type { Change } from './mutations.ts'

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

const ada = { id: 'u1', name: 'Ada Sand', before: 'read' as const }
const ben = { id: 'u2', name: 'Ben Oak', before: null }
const given: Change = { kind: 'roles', to: 'user', grantees: [ada, ben], role: 'edit' }
const level: Change = { kind: 'level', level: null, before: 'inherit' }

test('a change is said with names', () => {
  const here = { title: 'Handbook' }
  expect(saidOf(given, here).question).toBe('Give 2 people the role Edit on “Handbook”?')
  expect(saidOf({ ...given, grantees: [ada], role: null }, here).done).toBe(
    'Took away what was given to Ada Sand on “Handbook”',
  )
  const team = { id: 't1', name: 'Editors', before: null }
  expect(saidOf({ ...given, to: 'team', grantees: [team] }, here).act).toBe('Give Edit')
  expect(saidOf({ ...given, to: 'team', grantees: [team] }, here).question).toBe(
    'Give the team “Editors” the role Edit on “Handbook”?',
  )
  expect(saidOf(level, here).done).toBe('Set the default access of “Handbook” to “named people only”')
})
