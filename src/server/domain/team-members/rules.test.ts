import { expect, test } from 'vitest'
import { changedRoles } from './rules.ts'

const now = new Map([
  ['ann', 'owner'],
  ['ben', 'member'],
] as const)

const ask = (input: Partial<Parameters<typeof changedRoles>[1]>) =>
  Object.fromEntries(changedRoles(now, { add: [], remove: [], roles: new Map(), ...input }))

test.each([
  ['who is added becomes a member', { add: ['cem'] }, { cem: 'member' }],
  ['who is there already keeps their role', { add: ['ann', 'ben'] }, {}],
  [
    'a role is given to who is there and to who is not',
    { roles: roles({ ben: 'owner', cem: 'owner' }) },
    { ben: 'owner', cem: 'owner' },
  ],
  ['a role wins over being added', { add: ['cem'], roles: roles({ cem: 'owner' }) }, { cem: 'owner' }],
  ['who is added and removed is removed', { add: ['ben'], remove: ['ben'] }, { ben: null }],
  [
    'who gets a role and is removed is removed',
    { remove: ['ann'], roles: roles({ ann: 'member' }) },
    { ann: null },
  ],
  ['who was never there is not removed', { add: ['cem'], remove: ['cem'] }, {}],
] as const)('%s', (_, input, changes) => {
  expect(ask(input)).toEqual(changes)
})

function roles(entries: Readonly<Record<string, 'owner' | 'member'>>) {
  return new Map(Object.entries(entries))
}
