import { expect, test } from 'vitest'
import { type SignIn, type SignInPolicy, signInRefusal } from './sign-in-policy.ts'

const byPassword: SignIn = {
  method: 'password',
  providerOrganizations: [],
  wholeAccount: true,
  secondFactor: false,
}

const policy = (overrides: Partial<SignInPolicy> = {}): SignInPolicy => ({
  organizationId: 'acme',
  memberSso: false,
  organizationSso: false,
  isAdmin: false,
  secondFactor: 'optional',
  ...overrides,
})

const required = policy({ secondFactor: 'required' })

test.each<[string, SignIn | undefined, SignInPolicy, ReturnType<typeof signInRefusal>]>([
  ['a password is enough where nothing is required', byPassword, policy(), null],
  [
    'a password alone is not enough where a second factor is required',
    byPassword,
    required,
    'second_factor_required',
  ],
  ['a password and a second factor are enough', { ...byPassword, secondFactor: true }, required, null],
  [
    'a one-time link alone is not enough',
    { ...byPassword, method: 'one-time-link' },
    required,
    'second_factor_required',
  ],
  [
    'single sign-on of this organization needs no second factor',
    { ...byPassword, method: 'saml', providerOrganizations: ['acme'] },
    required,
    null,
  ],
  [
    'single sign-on of another organization does not count',
    { ...byPassword, method: 'oidc', providerOrganizations: ['other'] },
    required,
    'second_factor_required',
  ],
  ['API tokens keep working', undefined, required, null],
  [
    'a password is refused where single sign-on is required',
    byPassword,
    policy({ organizationSso: true }),
    'sso_required',
  ],
  [
    'a second factor does not replace single sign-on',
    { ...byPassword, secondFactor: true },
    policy({ organizationSso: true }),
    'sso_required',
  ],
  ['a password is refused for a marked member', byPassword, policy({ memberSso: true }), 'sso_required'],
  [
    'admins can always use their password',
    byPassword,
    policy({ organizationSso: true, isAdmin: true }),
    null,
  ],
  [
    'admins with a password need their second factor',
    byPassword,
    policy({ organizationSso: true, isAdmin: true, secondFactor: 'required' }),
    'second_factor_required',
  ],
  [
    'a marked admin must use single sign-on',
    byPassword,
    policy({ organizationSso: true, isAdmin: true, memberSso: true }),
    'sso_required',
  ],
  [
    'single sign-on of this organization is enough',
    { ...byPassword, method: 'saml', providerOrganizations: ['acme'] },
    policy({ organizationSso: true, memberSso: true }),
    null,
  ],
  [
    'single sign-on of another organization is not enough',
    { ...byPassword, method: 'saml', providerOrganizations: ['other'] },
    policy({ organizationSso: true }),
    'sso_required',
  ],
  [
    'providers of several organizations count in one session',
    { ...byPassword, method: 'saml', providerOrganizations: ['other', 'acme'] },
    policy({ organizationSso: true }),
    null,
  ],
  [
    'another organization that does not own the account signs in to itself only',
    { ...byPassword, method: 'saml', providerOrganizations: ['other'], wholeAccount: false },
    policy(),
    'account_sign_in_required',
  ],
  [
    'single sign-on of this organization works without owning the account',
    { ...byPassword, method: 'saml', providerOrganizations: ['acme'], wholeAccount: false },
    policy({ organizationSso: true }),
    null,
  ],
  ['API tokens keep working with single sign-on', undefined, policy({ memberSso: true }), null],
])('%s', (_, signIn, rules, expected) => {
  expect(signInRefusal(signIn, rules)).toBe(expected)
})
