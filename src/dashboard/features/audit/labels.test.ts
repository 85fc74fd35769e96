import { expect, test } from 'vitest'
import { daysInWords, memberName, presets, saidValue } from './labels.ts'

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

test.each([
  ['2026-11-01', undefined, 'since 1 Nov 2026'],
  [undefined, '2026-11-03', 'until 3 Nov 2026'],
  ['2026-11-01', '2026-11-03', '1 Nov 2026 to 3 Nov 2026'],
  ['2026-11-01', '2026-11-01', '1 Nov 2026'],
  [undefined, undefined, undefined],
])('from %s to %s is %s', (from, to, words) => {
  expect(daysInWords(from, to)).toBe(words)
})

test('the last seven days have today in them, also over the end of a month', () => {
  expect(presets(new Date(2026, 10, 3, 23, 59)).map(({ from }) => from)).toEqual([
    '2026-11-03',
    '2026-10-28',
    '2026-10-05',
  ])
})
