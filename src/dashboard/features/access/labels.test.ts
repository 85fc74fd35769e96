import { expect, test } from 'vitest'
import { changeLabels, inheritedLabel, levelLabel } from './labels.ts'
import type { Change } from './queries.ts'

const docs = {
  title: 'Docs',
  defaultLevel: 'edit' as const,
  defaultLevelFrom: { type: 'collection' as const, id: 'c1' },
}

test('the inherited level names its source', () => {
  expect(inheritedLabel({ parent: undefined }, undefined, 'Halden')).toBe('Everyone by their role in Halden')
  expect(inheritedLabel({ parent: 'c1' }, docs, 'Halden')).toBe('As in “Docs”: Edit')
  expect(inheritedLabel({ parent: 'c1' }, { ...docs, defaultLevel: null }, 'Halden')).toBe(
    'As in “Docs”: named people only',
  )
  const byRole = { ...docs, defaultLevelFrom: { type: 'organization' as const, id: 'o1' } }
  expect(inheritedLabel({ parent: 'c1' }, byRole, 'Halden')).toBe(
    'As in “Docs”: everyone by their role in Halden',
  )
  expect(inheritedLabel({ parent: 'c1' }, undefined, 'Halden')).toBe('Inherited from its collection')
})

test('an own level is shown as the role it grants', () => {
  expect(levelLabel({ level: 'read', effective: 'read' }, 'above')).toBe('Read: reads only')
  expect(levelLabel({ level: null, effective: null }, 'above')).toBe('Named people only')
  expect(levelLabel({ level: 'inherit', effective: 'read' }, 'above')).toBe('above')
})

const ada = { id: 'u1', name: 'Ada Sand', before: 'read' as const }
const ben = { id: 'u2', name: 'Ben Oak', before: null }
const grantRoles: Change = { kind: 'roles', to: 'user', grantees: [ada, ben], role: 'edit' }
const level: Change = { kind: 'level', level: null, before: 'inherit' }

test('texts of a change name the people and the resource', () => {
  const here = { title: 'Handbook' }
  expect(changeLabels(grantRoles, here).question).toBe('Assign the Edit role on “Handbook” to 2 people?')
  expect(changeLabels({ ...grantRoles, grantees: [ada], role: null }, here).done).toBe(
    'Removed the access of Ada Sand to “Handbook”',
  )
  const team = { id: 't1', name: 'Editors', before: null }
  expect(changeLabels({ ...grantRoles, to: 'team', grantees: [team] }, here).action).toBe('Assign Edit')
  expect(changeLabels({ ...grantRoles, to: 'team', grantees: [team] }, here).question).toBe(
    'Assign the Edit role on “Handbook” to the team “Editors”?',
  )
  expect(changeLabels(level, here).done).toBe('Set the default access of “Handbook” to “named people only”')
})
