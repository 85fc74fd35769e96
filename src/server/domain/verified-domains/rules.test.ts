import { describe, expect, test } from 'vitest'
import { errorFrom, expiryOf, recordOf, refusalOf, resultOf } from './rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('public mail domains are refused with a reason, others are not', () => {
  expect(refusalOf('gmail.com')).toContain('gmail.com is a public email service')
  expect(refusalOf('mail.gmail.com')).toBeNull()
  expect(refusalOf('halden.example')).toBeNull()
})

test('only the exact value proves ownership, among any other records', () => {
  const { value } = recordOf('halden.example', 'abc')
  expect(errorFrom(['v=spf1 -all', ` ${value} `], value)).toBeNull()
  expect(errorFrom([`${value}d`], value)).toBe('wrong_record')
  expect(errorFrom([], value)).toBe('no_record')
})

describe('the result of a check', () => {
  const pending = { verifiedBy: null, missingSince: null } as const
  const verified = { verifiedBy: 'dns', missingSince: null } as const
  const missing = (days: number) => ({ verifiedBy: 'dns', missingSince: daysAgo(days) }) as const

  test('a proof verifies a pending domain, and ends the grace period of a verified one', () => {
    expect(resultOf(pending, null, now).action).toBe('verify')
    expect(resultOf(missing(6), null, now)).toEqual({ action: 'none', missingSince: null })
  })

  test('a missing record starts a grace period, after which the verification is removed', () => {
    expect(resultOf(verified, 'no_record', now)).toEqual({ action: 'remind', missingSince: now })
    expect(resultOf(missing(6.9), 'wrong_record', now).action).toBe('none')
    expect(resultOf(missing(7), 'no_record', now)).toEqual({ action: 'remove', missingSince: null })
    expect(expiryOf(daysAgo(7))).toEqual(now)
  })

  test('DNS servers that do not answer change nothing', () => {
    expect(resultOf(verified, 'dns_failed', now)).toEqual({ action: 'none', missingSince: null })
    expect(resultOf(missing(20), 'dns_failed', now)).toMatchObject({ action: 'none' })
  })

  test('a domain that the operator vouched for needs no record', () => {
    const vouched = { verifiedBy: 'operator', missingSince: null } as const
    expect(resultOf(vouched, 'no_record', now)).toEqual({ action: 'none', missingSince: null })
  })
})
