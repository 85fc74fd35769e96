import { expect, test } from 'vitest'
import { type Change, inverseOf, proposedOf } from './mutations.ts'

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
