import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import type { ProviderCertificate, SamlProvider } from '#contract/saml-providers.ts'
import {
  adminsWithPassword,
  certificateAdvice,
  expiryOf,
  namesOf,
  outcomeOf,
  providerState,
} from './labels.ts'

const certificate = (status: ProviderCertificate['status'], expiresAt = '2026-12-10T12:00:00.000Z') => ({
  subject: 'CN=idp',
  fingerprint: 'AA',
  expiresAt,
  status,
})

const provider = (...certificates: ProviderCertificate[]): SamlProvider => ({
  object: 'saml-provider',
  id: 'p',
  label: 'Okta',
  status: 'active',
  certificates,
  createdAt: '2026-11-22T12:00:00.000Z',
  service: { acsURL: '', startURL: '', entityID: '', metadataURL: '' },
  urls: { location: '' },
  version: 1,
})

const member = (displayName: string, sso = false): Member => ({
  object: 'member',
  id: displayName,
  role: 'admin',
  user: { object: 'user', id: displayName, displayName, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-11-22T12:00:00.000Z',
  sso,
  spaces: 0,
  teams: 0,
  version: 1,
})

test('a provider needs attention once none of its certificates is valid for long', () => {
  expect(providerState({ ...provider(), status: 'pending' }).label).toBe('Setup incomplete')
  expect(providerState(provider(certificate('valid'))).label).toBe('Active')
  expect(providerState(provider(certificate('expiring'))).label).toBe('Certificate expires soon')
  expect(providerState(provider(certificate('expiring'), certificate('valid'))).tone).toBe('success')
  expect(providerState(provider(certificate('expired'))).tone).toBe('danger')
  expect(certificateAdvice(provider(certificate('expiring')))).toContain('expires on December 10, 2026')
  expect(certificateAdvice(provider(certificate('expired')))).toContain('has expired')
  expect(certificateAdvice(provider(certificate('valid')))).toBeUndefined()
  expect(expiryOf(certificate('expired'))).toBe('Expired on December 10, 2026')
})

test('those who keep a password are named, and only admins who are not marked do', () => {
  const admins = [
    member('Ann'),
    member('Bob', true),
    member('Cid'),
    member('Dee'),
    member('Eve'),
    member('Fay'),
  ]
  expect(namesOf(adminsWithPassword(admins))).toBe('Ann, Cid, Dee and 2 others')
  expect(namesOf(admins.slice(0, 1))).toBe('Ann')
  expect(namesOf(admins.slice(0, 2))).toBe('Ann and Bob')
  expect(namesOf(admins.slice(0, 4))).toBe('Ann, Bob, Cid and 1 other')
})

test('the result of a test says what signing in would do', () => {
  const result = {
    object: 'sso-test',
    id: 't',
    provider: { id: 'p', label: 'Okta' },
    status: 'passed',
    identity: {
      subject: 's',
      email: 'a@b.example',
      displayName: null,
      photoURL: null,
      groups: [],
      attributes: {},
    },
  } as const
  const joins = { role: 'edit', team: 'Writers' } as const
  expect(outcomeOf({ ...result, identity: { ...result.identity, groups: [] } })).toBeUndefined()
  expect(
    outcomeOf({
      ...result,
      identity: { ...result.identity, groups: [] },
      outcome: { type: 'create', joins },
    }),
  ).toBe(
    'Signing in would create an account for a@b.example. They would join with the Edit role, in the team Writers.',
  )
})
