import { expect, test } from 'vitest'
import { parseFilter } from './filter.ts'

test.each([
  ['userName eq "bjensen"', [{ attribute: 'username', operator: 'eq', value: 'bjensen' }]],
  [
    'username Eq "a \\"quoted\\" name"',
    [{ attribute: 'username', operator: 'eq', value: 'a "quoted" name' }],
  ],
  [
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bjensen"',
    [{ attribute: 'username', operator: 'eq', value: 'bjensen' }],
  ],
  [
    'externalId eq "00u1" and active eq true',
    [
      { attribute: 'externalid', operator: 'eq', value: '00u1' },
      { attribute: 'active', operator: 'eq', value: true },
    ],
  ],
  [
    'emails[type eq "work" and value eq "a@example.com"]',
    [
      { attribute: 'emails.type', operator: 'eq', value: 'work' },
      { attribute: 'emails.value', operator: 'eq', value: 'a@example.com' },
    ],
  ],
  ['name.familyName eq "O\'Malley"', [{ attribute: 'name.familyname', operator: 'eq', value: "O'Malley" }]],
  [
    'userName sw "J" and title pr and displayName co "en"',
    [
      { attribute: 'username', operator: 'sw', value: 'J' },
      { attribute: 'title', operator: 'pr', value: null },
      { attribute: 'displayname', operator: 'co', value: 'en' },
    ],
  ],
])('%s is a filter', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter)
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq bjensen',
  'userName ew "J"',
  'userName sw',
  'active co true',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'title pr "x"',
  'userName eq "a" or userName eq "b"',
  'userName eq "a" and',
  'not (userName eq "a")',
  'emails[type eq "work"',
  'userName eq "a" "b"',
  'userName eq "\\u0000"',
  'userName eq "\\ud800"',
  'userName eq "\\x"',
  '"a" eq userName',
  `userName eq "${'a'.repeat(3000)}"`,
  Array.from({ length: 20 }, () => 'active eq true').join(' and '),
])('%s is refused', (text) => {
  expect(() => parseFilter(text)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidFilter' }))
})
