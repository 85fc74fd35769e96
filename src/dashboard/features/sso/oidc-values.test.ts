import { expect, test } from 'vitest'
import type { OidcProvider } from '#contract/oidc-providers.ts'
import { oidcBody, oidcFields, oidcValues } from './oidc-values.ts'

const provider: OidcProvider = {
  object: 'oidc-provider',
  id: 'p',
  label: 'Login',
  status: 'active',
  issuer: 'https://login.example.org',
  clientID: 'lectern',
  hasClientSecret: true,
  scopes: ['openid', 'email'],
  groupsClaim: 'groups',
  groupMappings: [{ group: 'writers', role: 'edit' }],
  defaultRole: null,
  createdAt: '2026-11-22T12:00:00.000Z',
  service: { callbackURL: 'https://lectern.example/callback', startURL: 'https://lectern.example/start' },
  urls: { location: 'https://lectern.example/v1/orgs/o/oidc/p' },
  version: 1,
}

test('only changed values are sent, and an empty secret is none', () => {
  const values = oidcValues(provider)
  expect(values.clientSecret).toBe('')
  expect(oidcBody(values, provider)).toEqual({})
  const changed = { ...values, clientSecret: 'new', scopes: 'openid  groups', defaultRole: 'read' as const }
  expect(oidcBody(changed, provider)).toEqual({
    clientSecret: 'new',
    scopes: ['openid', 'groups'],
    defaultRole: 'read',
  })
})

test('emptied values are cleared, and mappings are sent as a whole', () => {
  const values = { ...oidcValues(provider), issuer: '', groupMappings: [] }
  expect(oidcBody(values, provider)).toEqual({ issuer: null, groupMappings: [] })
  const mapped = { ...oidcValues(provider), groupMappings: [{ group: 'it', team: 't', role: '' as const }] }
  expect(oidcBody(mapped, provider)).toEqual({ groupMappings: [{ group: 'it', team: 't', role: null }] })
})

test('a mapped group needs a team or a role', () => {
  const withMapping = (mapping: object) =>
    oidcFields.safeParse({ ...oidcValues(provider), groupMappings: [mapping] }).error?.issues
  expect(withMapping({ group: 'it', team: '', role: 'admin' })).toBeUndefined()
  expect(withMapping({ group: 'it', team: '', role: '' })).toMatchObject([
    { path: ['groupMappings', 0, 'group'], message: 'Choose a team or a role for this group' },
  ])
  expect(withMapping({ group: ' ', team: 't', role: '' })).toMatchObject([
    { message: 'Enter the name of a group' },
  ])
})
