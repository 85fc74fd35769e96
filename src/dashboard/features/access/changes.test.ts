import { expect, test } from 'vitest'
import { type Change, inverseOf, proposedOf, saidOf } from './changes.ts'

const ada = { id: 'u1', name: 'Ada Sand', before: 'read' as const }
const ben = { id: 'u2', name: 'Ben Oak', before: null }
const given: Change = { kind: 'roles', to: 'user', grantees: [ada, ben], role: 'edit' }
const level: Change = { kind: 'level', level: null, before: 'inherit' }

test('what is asked for is what would be written', () => {
  expect(proposedOf(given)).toEqual({ users: { u1: 'edit', u2: 'edit' } })
  expect(proposedOf({ ...given, to: 'team', role: null })).toEqual({ teams: { u1: null, u2: null } })
  expect(proposedOf(level)).toEqual({ defaultLevel: null })
})

test('the way back gives each the role of before, and takes it from who had none', () => {
  expect(inverseOf(given)).toEqual([
    { ...given, role: 'read', grantees: [{ ...ada, before: 'edit' }] },
    { ...given, role: null, grantees: [{ ...ben, before: 'edit' }] },
  ])
  expect(inverseOf(level)).toEqual([{ kind: 'level', level: 'inherit', before: null }])
})

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
