import { expect, test } from 'vitest'
import { fieldLabel, formatValue } from './labels.ts'

test.each([
  ['defaultLevel', 'inherit', { text: 'inherited' }],
  ['defaultLevel', null, { text: 'named people only' }],
  ['defaultLevel', 'edit', { text: 'Edit' }],
  ['title', 'edit', { text: 'edit' }],
  ['parent', null, { text: 'the top level of the library' }],
  ['parent', 'c1', { entity: { kind: 'collection', id: 'c1' } }],
  ['disabled', true, { text: 'yes' }],
  ['emailDomains', ['a.example', 'b.example'], { text: 'a.example, b.example' }],
  ['emailDomains', [], { text: 'none' }],
  ['defaultContent', { type: 'site', site: 's1' }, { entity: { kind: 'site', id: 's1' } }],
  ['adaptiveContent', { enabled: true }, { text: 'yes' }],
  [
    'adaptiveContent',
    { enabled: false, conditionalContent: 'hidden' },
    { text: 'no, and conditional content is hidden' },
  ],
  [
    'users',
    { u1: 'edit', u2: null },
    {
      list: [
        { value: { entity: { kind: 'user', id: 'u1' } }, detail: 'Edit' },
        { value: { entity: { kind: 'user', id: 'u2' } }, detail: 'none' },
      ],
    },
  ],
  [
    'position',
    { after: { type: 'space', space: 's1' } },
    {
      list: [{ value: { entity: { kind: 'space', id: 's1' } }, detail: 'comes before it' }],
    },
  ],
  ['position', {}, { text: 'the only item' }],
  [
    'spaces',
    [{ space: 's1', title: 'One', path: 'one' }],
    {
      list: [{ value: { entity: { kind: 'space', id: 's1' } }, detail: undefined }],
    },
  ],
  ['mergeRules', [], { text: 'none' }],
  [
    'mergeRules',
    [
      { rule: 'require_at_least_one_approved_review', count: 2, countOutdated: true },
      { rule: 'allow_bypass', users: ['u1'], teams: ['t1'] },
      { rule: 'unknown' },
    ],
    {
      list: [
        { value: { text: '2 approvals' }, detail: '(count reviews of older versions)' },
        { value: { text: 'Can merge without meeting these rules' }, detail: undefined },
        {
          value: {
            list: [
              { value: { entity: { kind: 'user', id: 'u1' } }, detail: undefined },
              { value: { entity: { kind: 'team', id: 't1' } }, detail: undefined },
            ],
          },
          detail: undefined,
        },
        { value: { text: '{"rule":"unknown"}' }, detail: undefined },
      ],
    },
  ],
  ['body', { markdown: '**Torx**, not `PH2`' }, { text: 'Torx, not PH2' }],
])('%s %j is formatted as %j', (name, value, formatted) => {
  expect(formatValue(name, value)).toEqual(formatted)
})

test('fields have labels, even unknown ones', () => {
  expect(fieldLabel('defaultLevel')).toBe('Default access')
  expect(fieldLabel('somethingNew')).toBe('Something new')
})
