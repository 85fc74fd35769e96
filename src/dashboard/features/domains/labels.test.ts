import { expect, test } from 'vitest'
import type { VerifiedDomain } from '#contract/verified-domains.ts'
import { domainState, problemOf } from './labels.ts'

const pending: VerifiedDomain = {
  object: 'verified-domain',
  id: 'halden.example',
  domain: 'halden.example',
  status: 'pending',
  record: { type: 'TXT', name: '_lectern.halden.example', value: 'lectern-verification=a' },
  joining: false,
  createdAt: '2026-11-22T12:00:00.000Z',
  urls: { location: 'https://lectern.example/v1/orgs/o/domains/halden.example' },
  version: 1,
}
const noRecord = { code: 'no_record', message: 'There is no TXT record' } as const

test('the state tells apart what needs attention', () => {
  expect(domainState(pending).label).toBe('Pending')
  expect(domainState({ ...pending, lastError: { code: 'taken', message: 'Taken' } })).toEqual({
    tone: 'danger',
    label: 'Taken',
  })
  expect(domainState({ ...pending, status: 'verified' }).tone).toBe('success')
  expect(domainState({ ...pending, status: 'missing', lastError: noRecord }).tone).toBe('warning')
})

test('a missing record says until when it can be restored', () => {
  expect(problemOf(pending)).toBeUndefined()
  expect(problemOf({ ...pending, lastError: noRecord })).toBe('There is no TXT record.')
  const missing = { ...pending, status: 'missing', lastError: noRecord } as const
  expect(problemOf({ ...missing, expiresAt: '2026-11-29T12:00:00.000Z' })).toBe(
    'There is no TXT record. Restore it by 29 November 2026, or the domain is no longer verified.',
  )
})
