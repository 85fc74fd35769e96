import { describe, expect, test } from 'vitest'
import { emailError, parseEmails } from './email-addresses.ts'

describe('addresses in a text', () => {
  test.each([
    ['a@x.org,b@x.org', ['a@x.org', 'b@x.org']],
    ['a@x.org; b@x.org\nc@x.org\td@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
    ['Ada Sand <ada@x.org>, "Oak, Ben" <ben@x.org>', ['ada@x.org', 'ben@x.org']],
    ['a@x.org A@X.org', ['a@x.org']],
    ['mailto:a@x.org <MAILTO:b@x.org>', ['a@x.org', 'b@x.org']],
    ['kurt, a@x.org.', ['kurt', 'a@x.org']],
    [' , ;\n', []],
  ])('%j', (text, addresses) => {
    expect(parseEmails(text)).toEqual(addresses)
  })
})

test.each([
  ['ada@example.org', undefined],
  ['kurt@halden', 'has no domain ending'],
  ['kurt', 'has no @'],
  ['@x.org', 'is not an email address'],
  ['a@b@x.org', 'is not an email address'],
  ['a b@x..org', 'is not an email address'],
  [`${'a'.repeat(250)}@x.org`, 'is too long'],
])('%s %s', (address, fault) => {
  expect(emailError(address)).toBe(fault)
})
