import { expect, test } from 'vitest'
import { parseFilter } from './filter.ts'

test.each([
  ['userName eq "bjensen"', [{ attribute: 'username', value: 'bjensen' }]],
  ['username Eq "a \\"quoted\\" name"', [{ attribute: 'username', value: 'a "quoted" name' }]],
  [
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bjensen"',
    [{ attribute: 'username', value: 'bjensen' }],
  ],
  [
    'externalId eq "00u1" and active eq true',
    [
      { attribute: 'externalid', value: '00u1' },
      { attribute: 'active', value: true },
    ],
  ],
  [
    'emails[type eq "work" and value eq "a@example.com"]',
    [
      { attribute: 'emails.type', value: 'work' },
      { attribute: 'emails.value', value: 'a@example.com' },
    ],
  ],
  ['name.familyName eq "O\'Malley"', [{ attribute: 'name.familyname', value: "O'Malley" }]],
])('%s is a filter', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter)
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq bjensen',
  'userName sw "J"',
  'title pr',
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
