import { expect, test } from 'vitest'
import type { Organization } from '#contract/organizations.ts'
import { tidyDomain } from '../../lib/email-addresses.ts'
import { generalBody, generalValues, isBadDomain } from './general-values.ts'

const halden: Organization = {
  object: 'organization',
  id: 'o1',
  title: 'Halden Energy',
  createdAt: '2026-01-01T00:00:00.000Z',
  emailDomains: ['halden.example'],
  type: 'business',
  inviteLinks: true,
  plan: 'pro',
  defaultRole: null,
  urls: { location: 'https://a.example', app: 'https://a.example', logo: 'https://a.example/logo.png' },
  trial: { status: 'notapplicable' },
  permissions: {
    view: true,
    admin: true,
    ownTeam: false,
    createContent: true,
    createOpenAPISpec: true,
    viewBilling: true,
    listMembers: true,
    listTeams: true,
    listIntegrations: true,
    access: true,
  },
  version: 3,
}

test('unchanged values are not sent', () => {
  expect(generalBody(generalValues(halden), halden)).toEqual({})
})

test('cleared values are sent as null', () => {
  const values = { ...generalValues(halden), logo: '', defaultContent: 's1', defaultRole: 'read' as const }
  expect(generalBody(values, halden)).toEqual({
    logo: null,
    defaultContent: { type: 'site', site: 's1' },
    defaultRole: 'read',
  })
  expect(generalBody(generalValues(halden), { ...halden, hostname: 'halden' })).toEqual({ hostname: null })
  const guest = {
    ...halden,
    defaultRole: 'read' as const,
    defaultContent: { type: 'site' as const, site: 's1' },
  }
  expect(generalBody(generalValues(halden), guest)).toEqual({ defaultRole: null, defaultContent: null })
})

test.each([
  ['@Example.org', 'example.org'],
  ['https://example.org/about', 'example.org'],
  ['ada@example.org', 'example.org'],
  ['example.org', 'example.org'],
])('the domain in %s is %s', (text, domain) => {
  expect(tidyDomain(text)).toBe(domain)
  expect(isBadDomain(domain)).toBe(false)
})

test('a name without a top-level domain is invalid', () => {
  expect(isBadDomain('example')).toBe(true)
})
