import { describe, expect, test } from 'vitest'
import { type AuditAction, auditAction } from '#contract/audit-events.ts'
import { type Call, type CurrentState, planUndo, type Side } from './undo.ts'

type Target = Parameters<typeof planUndo>[1]['target']

function undo(
  action: AuditAction,
  type: Target['type'],
  sides: { before?: Side; after?: Side },
  currentState: CurrentState,
) {
  return planUndo('o1', { action, target: { type, id: 't1' }, payload: sides }, currentState)
}

const callOf = ({ route, input, ifMatch }: Call) => ({
  id: route.id,
  ...input,
  ...(ifMatch ? { ifMatch } : {}),
})
const callsOf = (result: ReturnType<typeof undo>) => (result.can ? result.calls.map(callOf) : result.why)

describe('restores the previous values', () => {
  const sides = { before: { title: 'Old' }, after: { title: 'New' } }
  const currentState = { fields: { title: 'New', name: 'owner' }, version: 7 }
  test.each([
    ['organization.update', 'organization', 'updateOrganization', { organizationId: 't1' }],
    ['space.update', 'space', 'updateSpace', { spaceId: 't1' }],
    ['collection.update', 'collection', 'updateCollection', { collectionId: 't1' }],
    ['site.update', 'site', 'updateSite', { organizationId: 'o1', siteId: 't1' }],
    ['team.update', 'team', 'updateTeam', { organizationId: 'o1', teamId: 't1' }],
    [
      'custom-field.update',
      'custom-field',
      'updateCustomField',
      { organizationId: 'o1', fieldName: 'owner' },
    ],
  ] as const)('%s', (action, type, id, params) => {
    expect(callsOf(undo(action, type, sides, currentState))).toEqual([
      { id, params, body: { title: 'Old' }, ifMatch: 7 },
    ])
  })

  test('but not over a later change', () => {
    const later = { fields: { title: 'Newest' }, version: 8 }
    expect(callsOf(undo('space.update', 'space', sides, later))).toBe('“Title” has changed since.')
  })

  test('nor if the target no longer exists', () => {
    expect(callsOf(undo('space.update', 'space', sides, null))).toBe('It no longer exists.')
  })
})

test.each([
  ['organization', 'setOrganizationMergeRules', { organizationId: 't1' }],
  ['collection', 'setCollectionMergeRules', { collectionId: 't1' }],
  ['space', 'setSpaceMergeRules', { spaceId: 't1' }],
] as const)('the merge rules of a %s are restored', (type, id, params) => {
  const rules = [{ rule: 'require_resolved_comments' }]
  const sides = { before: { mergeRules: [] }, after: { mergeRules: rules } }
  const currentState = { fields: { mergeRules: rules }, version: 2 }
  expect(callsOf(undo(`${type}.update`, type, sides, currentState))).toEqual([
    { id, params, body: { rules: [] }, ifMatch: 2 },
  ])
  expect(callsOf(undo(`${type}.update`, type, sides, { fields: { mergeRules: [] }, version: 3 }))).toBe(
    '“Merge rules” has changed since.',
  )
})

test('custom field values are restored, and new ones are cleared', () => {
  const values = (owner: string | null, level: number) => ({
    values: { owner: { value: owner }, level: { value: level } },
  })
  const sides = { before: values(null, 2), after: values('Ada', 3) }
  expect(callsOf(undo('space.fields', 'space', sides, { fields: { owner: 'Ada', level: 3 } }))).toEqual([
    {
      id: 'updateSpaceCustomFields',
      params: { spaceId: 't1' },
      body: { values: { owner: { value: null }, level: { value: 2 } } },
    },
  ])
  expect(callsOf(undo('space.fields', 'space', sides, { fields: { level: 3 } }))).toMatch(/“owner”/)
})

test('a move is reverted to its old neighbor, unless the target moved again', () => {
  const before = { parent: null, position: { after: { type: 'space', space: 's2' } } }
  const sides = { before, after: { parent: 'c1', position: {} } }
  expect(callsOf(undo('space.move', 'space', sides, { fields: { parent: 'c1' }, version: 3 }))).toEqual([
    { id: 'moveSpace', params: { spaceId: 't1' }, body: before, ifMatch: 3 },
  ])
  expect(callsOf(undo('collection.move', 'collection', sides, { fields: { parent: 'c2' } }))).toBe(
    'It has been moved since.',
  )
})

test('a deleted space is restored, and a restored space is deleted', () => {
  const inTrash = { fields: { deletedAt: '2026-11-21T10:00:00.000Z' } }
  const restored = { fields: { deletedAt: null }, version: 4 }
  expect(callsOf(undo('space.delete', 'space', {}, inTrash))).toEqual([
    { id: 'restoreSpace', params: { spaceId: 't1' } },
  ])
  expect(callsOf(undo('space.delete', 'space', {}, restored))).toBe('It has already been restored.')
  expect(callsOf(undo('space.restore', 'space', {}, restored))).toEqual([
    { id: 'deleteSpace', params: { spaceId: 't1' }, ifMatch: 4 },
  ])
  expect(callsOf(undo('space.restore', 'space', {}, inTrash))).toBe('It’s already in the trash.')
})

test('previous roles on a space are granted again and new ones removed', () => {
  const sides = {
    before: { users: { u1: null, u2: 'read', u3: 'read' } },
    after: { users: { u1: 'edit', u2: 'edit', u3: 'edit' } },
  }
  const current = { kind: 'space', u1: 'edit', u2: 'edit', u3: 'edit' }
  expect(callsOf(undo('access.grant', 'space', sides, { fields: current }))).toEqual([
    { id: 'grantSpaceAccess', params: { spaceId: 't1' }, body: { role: 'read', users: ['u2', 'u3'] } },
    { id: 'removeSpaceUser', params: { spaceId: 't1', userId: 'u1' } },
  ])
  expect(callsOf(undo('access.grant', 'space', sides, { fields: { ...current, u2: 'admin' } }))).toBe(
    'The role has changed since.',
  )
})

test('a removed role of a team on a collection is granted again', () => {
  const sides = { before: { teams: { t9: 'review' } }, after: { teams: { t9: null } } }
  const currentState = { fields: { kind: 'collection', t9: null } }
  expect(callsOf(undo('access.remove', 'collection', sides, currentState))).toEqual([
    { id: 'grantCollectionAccess', params: { collectionId: 't1' }, body: { role: 'review', teams: ['t9'] } },
  ])
})

test('a new role on a site is removed with the id of its organization', () => {
  const sides = { before: { users: { u1: null } }, after: { users: { u1: 'edit' } } }
  const currentState = { fields: { kind: 'site', u1: 'edit' } }
  expect(callsOf(undo('access.grant', 'site', sides, currentState))).toEqual([
    { id: 'removeSiteUser', params: { organizationId: 'o1', siteId: 't1', userId: 'u1' } },
  ])
})

test('a role granted by an invite link is removed', () => {
  const sides = { after: { user: 'u1', role: 'comment' } }
  expect(callsOf(undo('access.grant', 'space', sides, { fields: { kind: 'space', u1: 'comment' } }))).toEqual(
    [{ id: 'removeSpaceUser', params: { spaceId: 't1', userId: 'u1' } }],
  )
})

test('a suspended member is reinstated, and a changed role is restored', () => {
  const suspended = { before: { disabled: false }, after: { disabled: true } }
  expect(
    callsOf(undo('member.suspend', 'member', suspended, { fields: { disabled: true }, version: 2 })),
  ).toEqual([
    {
      id: 'updateMember',
      params: { organizationId: 'o1', userId: 't1' },
      body: { disabled: false },
      ifMatch: 2,
    },
  ])
  const role = { before: { role: 'edit' }, after: { role: null } }
  expect(callsOf(undo('member.update', 'member', role, { fields: { role: 'read' } }))).toBe(
    '“Role” has changed since.',
  )
})

test('members of a team and their roles are restored', () => {
  const sides = {
    before: { u1: null, u2: 'owner', u3: 'member' },
    after: { u1: 'member', u2: 'member', u3: null },
  }
  const currentState = { fields: { u1: 'member', u2: 'member', u3: null } }
  expect(callsOf(undo('team.members', 'team', sides, currentState))).toEqual([
    {
      id: 'updateTeamMembers',
      params: { organizationId: 'o1', teamId: 't1' },
      body: {
        remove: ['u1'],
        add: ['u2', 'u3'],
        memberships: { u2: { role: 'owner' }, u3: { role: 'member' } },
      },
    },
  ])
})

test('an invite link gets its previous role', () => {
  const sides = { before: { level: 'edit', space: 's1' }, after: { level: 'admin', space: 's1' } }
  expect(
    callsOf(undo('invite.update', 'invite', sides, { fields: { level: 'admin', space: 's1' } })),
  ).toEqual([
    { id: 'updateInvite', params: { organizationId: 'o1', inviteId: 't1' }, body: { level: 'edit' } },
  ])
})

test('a published site is unpublished, and an unpublished one is published', () => {
  const live = { fields: { published: true } }
  expect(callsOf(undo('site.publish', 'site', {}, live))).toMatchObject([{ id: 'unpublishSite' }])
  expect(callsOf(undo('site.unpublish', 'site', {}, live))).toBe('It’s already published again.')
})

test('every action can be undone or explains why not', () => {
  for (const action of auditAction.options) {
    const result = undo(action, 'space', {}, null)
    expect(result.can).toBe(false)
    if (!result.can) expect(result.why, action).toMatch(/\w.*\.$/)
  }
})
