import { expect, test } from 'vitest'
import { type Change, previewBody, undoChanges } from './queries.ts'

const ada = { id: 'u1', name: 'Ada Sand', before: 'read' as const }
const ben = { id: 'u2', name: 'Ben Oak', before: null }
const grantRoles: Change = { kind: 'roles', to: 'user', grantees: [ada, ben], role: 'edit' }
const level: Change = { kind: 'level', level: null, before: 'inherit' }

test('the preview asks for the change that will be saved', () => {
  expect(previewBody(grantRoles)).toEqual({ users: { u1: 'edit', u2: 'edit' } })
  expect(previewBody({ ...grantRoles, to: 'team', role: null })).toEqual({ teams: { u1: null, u2: null } })
  expect(previewBody(level)).toEqual({ defaultLevel: null })
})

test('undo restores each previous role and removes roles that are new', () => {
  expect(undoChanges(grantRoles)).toEqual([
    { ...grantRoles, role: 'read', grantees: [{ ...ada, before: 'edit' }] },
    { ...grantRoles, role: null, grantees: [{ ...ben, before: 'edit' }] },
  ])
  expect(undoChanges(level)).toEqual([{ kind: 'level', level: 'inherit', before: null }])
})
