import { expect, test } from 'vitest'
import { applyPatch } from './patch.ts'

const user = {
  userName: 'babs@example.com',
  name: { formatted: 'Barbara Jensen', givenName: 'Barbara' },
  emails: [{ value: 'babs@example.com', type: 'work', primary: true }],
  active: true,
}
const group = { displayName: 'Tour Guides', members: [{ value: 'a' }, { value: 'b' }] }

const patched = (resource: object, ...Operations: readonly object[]) =>
  applyPatch(resource as never, { Operations })

test('add without a path merges the attributes of the value (RFC 7644, 3.5.2.1)', () => {
  const value = { emails: [{ value: 'babs@jensen.org', type: 'home' }], nickname: 'Babs' }
  expect(patched(user, { op: 'add', value })).toEqual({
    ...user,
    emails: [...user.emails, { value: 'babs@jensen.org', type: 'home' }],
    nickname: 'Babs',
  })
})

test('adding a member that exists changes nothing', () => {
  const added = patched(group, { op: 'add', path: 'members', value: [{ value: 'b' }, { value: 'c' }] })
  expect(added.members).toEqual([{ value: 'a' }, { value: 'b' }, { value: 'c' }])
})

test('a new primary value ends the old one', () => {
  const value = [{ value: 'new@example.com', type: 'home', primary: true }]
  expect(patched(user, { op: 'add', path: 'emails', value }).emails).toEqual([
    { ...user.emails[0], primary: false },
    value[0],
  ])
})

test('of several new primary values the last one counts, also among many', () => {
  const value = Array.from({ length: 20_000 }, (_, index) => ({
    value: `${index}@example.com`,
    primary: true,
  }))
  const { emails } = patched(user, { op: 'add', path: 'emails', value }) as { emails: typeof value }
  expect(emails.filter(({ primary }) => primary)).toEqual([value.at(-1)])
  expect(emails).toHaveLength(20_001)
})

test('members are removed by a filter, by values, or all at once (RFC 7644, 3.5.2.2)', () => {
  const b = [{ value: 'b' }]
  expect(patched(group, { op: 'remove', path: 'members[value eq "a"]' }).members).toEqual(b)
  expect(patched(group, { op: 'Remove', path: 'members', value: [{ value: 'a' }] }).members).toEqual(b)
  expect(patched(group, { op: 'remove', path: 'members' })).toEqual({ displayName: 'Tour Guides' })
  expect(patched(group, { op: 'remove', path: 'members[value eq "z"]' })).toEqual(group)
})

test('a part of a value is replaced at a filter (RFC 7644, 3.5.2.3)', () => {
  const operation = { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@example.com' }
  expect(patched(user, operation).emails).toEqual([{ ...user.emails[0], value: 'b@example.com' }])
  expect(() => patched(user, { ...operation, path: 'emails[type eq "home"].value' })).toThrow(
    expect.objectContaining({ status: 400, scimType: 'noTarget' }),
  )
  expect(patched(user, { ...operation, op: 'add', path: 'emails[type eq "home"].value' }).emails).toEqual([
    ...user.emails,
    { type: 'home', value: 'b@example.com' },
  ])
})

test('replace without a path accepts names with dots and schemas, as Entra ID sends them', () => {
  const value = {
    active: 'False',
    'name.givenName': 'Babs',
    'urn:ietf:params:scim:schemas:core:2.0:User:displayName': 'Babs J',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Sales',
  }
  const result = patched(user, { op: 'Replace', value })
  expect(result).toMatchObject({ active: 'False', displayName: 'Babs J', name: { givenName: 'Babs' } })
})

test('names of attributes are not case-sensitive', () => {
  expect(patched(user, { OP: 'REPLACE', Path: 'USERNAME', Value: 'x' })).toMatchObject({ userName: 'x' })
})

test('the resource itself is not changed, and no prototype is either', () => {
  const before = structuredClone(user)
  const value = JSON.parse('{"__proto__": {"polluted": true}}')
  expect(() => patched(user, { op: 'add', value })).toThrow('not a path')
  patched(
    user,
    { op: 'add', value: { constructor: { polluted: true } } },
    { op: 'add', path: 'constructor.prototype', value: { polluted: true } },
    { op: 'add', path: 'name', value },
  )
  expect(user).toEqual(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each([
  [{ Operations: [] }, 'invalidSyntax'],
  [{}, 'invalidSyntax'],
  [{ Operations: ['add'] }, 'invalidSyntax'],
  [{ Operations: [{ op: 'move', path: 'userName', value: 'x' }] }, 'invalidSyntax'],
  [{ Operations: [{ op: 'remove' }] }, 'noTarget'],
  [{ Operations: [{ op: 'add', value: 'x' }] }, 'invalidValue'],
  [{ Operations: [{ op: 'add', path: 'a b', value: 'x' }] }, 'invalidPath'],
  [{ Operations: [{ op: 'add', path: 7, value: 'x' }] }, 'invalidPath'],
  [{ Operations: [{ op: 'remove', path: 'members[value ew "a"]' }] }, 'invalidFilter'],
  [{ Operations: Array.from({ length: 1001 }, () => ({ op: 'add', value: {} })) }, 'tooMany'],
])('%j is refused', (body, scimType) => {
  expect(() => applyPatch(user, body as never)).toThrow(expect.objectContaining({ status: 400, scimType }))
})
