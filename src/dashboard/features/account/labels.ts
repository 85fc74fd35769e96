import type { SecondFactorMethod } from '#contract/second-factor.ts'
import type { SignInEvent, SignInMethod } from '#contract/sign-ins.ts'

export const outcomeLabels: Readonly<Record<SignInEvent['outcome'], string>> = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'wrong-second-factor': 'Second factor refused',
}

const methodLabels: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  'one-time-link': 'One-time link',
  passkey: 'Passkey',
  saml: 'Single sign-on',
  oidc: 'Single sign-on',
}

const factorLabels: Readonly<Record<SecondFactorMethod, string>> = {
  passkey: 'passkey',
  code: 'authenticator app',
  'recovery-code': 'recovery code',
}

/** How someone signed in: `Password and authenticator app`, `Single sign-on (Okta)`. */
export function methodLabel({ method, secondFactor, provider }: SignInEvent): string {
  const first = provider ? `${methodLabels[method]} (${provider})` : methodLabels[method]
  return secondFactor ? `${first} and ${factorLabels[secondFactor]}` : first
}
