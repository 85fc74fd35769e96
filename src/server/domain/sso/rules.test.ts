import { describe, expect, test } from 'vitest'
import { type IdentityFacts, planSignIn, safeReturnPath } from './rules.ts'

const unknown: IdentityFacts = {
  linkedUserId: null,
  emailUserId: null,
  hasEmail: true,
  isDomainVerified: true,
  membership: 'none',
}

describe('signing in with an identity', () => {
  test('creates an account and a membership for a verified domain', () => {
    expect(planSignIn(unknown, null)).toEqual({
      type: 'accepted',
      account: 'new',
      userId: null,
      isNewMember: true,
    })
  })

  test('links an existing account of a verified domain', () => {
    const facts: IdentityFacts = { ...unknown, emailUserId: 'ann', membership: 'active' }
    expect(planSignIn(facts, null)).toMatchObject({ account: 'existing', userId: 'ann', isNewMember: false })
  })

  test('never takes over an account of a domain that the organization has not verified', () => {
    const facts: IdentityFacts = { ...unknown, isDomainVerified: false }
    for (const emailUserId of [null, 'ann']) {
      expect(planSignIn({ ...facts, emailUserId, membership: 'active' }, null)).toEqual({
        type: 'refused',
        reason: 'domain_not_verified',
      })
    }
    expect(planSignIn({ ...facts, hasEmail: false }, null)).toEqual({ type: 'refused', reason: 'no_email' })
  })

  test('uses the linked account, whatever its email address', () => {
    const facts: IdentityFacts = {
      linkedUserId: 'bob',
      emailUserId: 'ann',
      hasEmail: true,
      isDomainVerified: false,
      membership: 'active',
    }
    expect(planSignIn(facts, null)).toMatchObject({ account: 'linked', userId: 'bob', isNewMember: false })
  })

  test('links an identity to the account of a signed-in user, but not one of someone else', () => {
    const facts: IdentityFacts = { ...unknown, isDomainVerified: false, membership: 'active' }
    expect(planSignIn(facts, 'ann')).toMatchObject({ account: 'existing', userId: 'ann' })
    expect(planSignIn({ ...facts, linkedUserId: 'bob' }, 'ann')).toEqual({
      type: 'refused',
      reason: 'linked_elsewhere',
    })
  })

  test('is refused for suspended members', () => {
    const facts: IdentityFacts = { ...unknown, linkedUserId: 'bob', membership: 'suspended' }
    expect(planSignIn(facts, null)).toEqual({ type: 'refused', reason: 'suspended' })
  })
})

test('only paths of this service can be returned to', () => {
  for (const path of ['/', '/o/acme?tab=1#top', '/s/guide/p/intro']) expect(safeReturnPath(path)).toBe(path)
  const others = [
    '',
    'o',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\nb',
    '/sso/finish',
  ]
  for (const path of [...others, '/a\\b', undefined, ['/a'], `/${'a'.repeat(2048)}`])
    expect(safeReturnPath(path)).toBe('/')
})
