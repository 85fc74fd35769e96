import { expect, test } from 'vitest'
import type { SignInEvent } from '#contract/sign-ins.ts'
import { methodLabel } from './labels.ts'

const event: SignInEvent = {
  object: 'sign-in-event',
  id: 'a',
  createdAt: '2026-11-22T10:00:00.000Z',
  outcome: 'signed-in',
  method: 'password',
}

test('a sign-in names its factors and the provider', () => {
  expect(methodLabel(event)).toBe('Password')
  expect(methodLabel({ ...event, secondFactor: 'code' })).toBe('Password and authenticator app')
  expect(methodLabel({ ...event, method: 'saml', provider: 'Okta' })).toBe('Single sign-on (Okta)')
})
