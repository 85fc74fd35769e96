import { CLOCK_SKEW_MS } from './service-provider.ts'
import { attribute, children, type Element, SamlError, textOf } from './xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

export type ExpectedAssertion = {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly requestId: string
  readonly now: Date
}

/**
 * Checks what the Web Browser SSO profile demands of a signed assertion (SAML Profiles 2.0, 4.1.4.2 and 4.1.4.3).
 * @throws {SamlError} with the exact cause
 */
export function expectValidAssertion(assertion: Element, expected: ExpectedAssertion): void {
  expectValue('issuer', textOf(children(assertion, 'Issuer')[0]), expected.issuer)
  expectAudience(assertion, expected.audience)
  const confirmations = children(children(assertion, 'Subject')[0], 'SubjectConfirmation').filter(
    (confirmation) => attribute(confirmation, 'Method') === BEARER,
  )
  const [data] = confirmations.flatMap((confirmation) => children(confirmation, 'SubjectConfirmationData'))
  if (data === undefined) throw new SamlError('The assertion has no bearer confirmation of its subject')
  expectValue('recipient', attribute(data, 'Recipient') ?? '', expected.recipient)
  expectValue('request in InResponseTo', attribute(data, 'InResponseTo') ?? '', expected.requestId)
  const end = Date.parse(attribute(data, 'NotOnOrAfter') ?? '')
  if (Number.isNaN(end)) throw new SamlError('The subject confirmation has no expiry time')
  if (end + CLOCK_SKEW_MS <= expected.now.getTime())
    throw new SamlError(`The assertion expired at ${new Date(end).toISOString()}`)
}

function expectAudience(assertion: Element, audience: string): void {
  const restrictions = children(children(assertion, 'Conditions')[0], 'AudienceRestriction')
  if (restrictions.length === 0) throw new SamlError('The assertion is not restricted to an audience')
  // Each restriction must include us (SAML Core 2.0, 2.5.1.4).
  for (const restriction of restrictions) {
    const audiences = children(restriction, 'Audience').map(textOf)
    if (!audiences.includes(audience))
      throw new SamlError(`The assertion is for the audience ${audiences.join(', ')}, not for ${audience}`)
  }
}

function expectValue(name: string, value: string, expected: string): void {
  if (value !== expected) throw new SamlError(`The ${name} is ${value || 'missing'} instead of ${expected}`)
}
