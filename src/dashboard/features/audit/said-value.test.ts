import { expect, test } from 'vitest'
import { memberName } from './member-names.ts'
import { saidValue } from './said-value.ts'

test.each([
  ['defaultLevel', 'inherit', { text: 'as what is above it' }],
  ['defaultLevel', null, { text: 'named people only' }],
  ['defaultLevel', 'edit', { text: 'Edit' }],
  ['title', 'edit', { text: 'edit' }],
  ['parent', null, { text: 'the top of the library' }],
  ['parent', 'c1', { named: { kind: 'collection', id: 'c1' } }],
  ['disabled', true, { text: 'yes' }],
  ['emailDomains', ['a.example', 'b.example'], { text: 'a.example, b.example' }],
  ['emailDomains', [], { text: 'none' }],
  ['defaultContent', { type: 'site', site: 's1' }, { named: { kind: 'site', id: 's1' } }],
  ['adaptiveContent', { enabled: true }, { text: 'yes' }],
  [
    'users',
    { u1: 'edit', u2: null },
    {
      list: [
        { of: { named: { kind: 'user', id: 'u1' } }, is: 'Edit' },
        { of: { named: { kind: 'user', id: 'u2' } }, is: 'none' },
      ],
    },
  ],
  [
    'position',
    { after: { type: 'space', space: 's1' } },
    {
      list: [{ of: { named: { kind: 'space', id: 's1' } }, is: 'stands before it' }],
    },
  ],
  ['position', {}, { text: 'alone' }],
  [
    'spaces',
    [{ space: 's1', title: 'One', path: 'one' }],
    {
      list: [{ of: { named: { kind: 'space', id: 's1' } }, is: undefined }],
    },
  ],
])('%s %j is said as %j', (name, value, said) => {
  expect(saidValue(name, value)).toEqual(said)
})

test('members have names, also those that nobody thought of', () => {
  expect(memberName('defaultLevel')).toBe('Default access')
  expect(memberName('somethingNew')).toBe('Something new')
})
