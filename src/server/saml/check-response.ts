import { expectValidAssertion } from './assertion-checks.ts'
import { connectionFor, type SamlConnection, type SamlService } from './service-provider.ts'
import { attribute, children, descendants, type Element, parseXml, SamlError, textOf } from './xml.ts'

/** What a valid assertion says about a person. */
export type SamlSubject = {
  readonly nameId: string
  readonly nameIdFormat: string
  /** Values by name, and by friendly name where there is one. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/**
 * The id of the request that a response says it answers, undefined without one. Nothing is checked yet.
 * @param response Base64, as it was posted
 * @throws {SamlError} if it is not a response
 */
export function requestIdOf(response: string): string | undefined {
  return attribute(responseElement(response), 'InResponseTo')
}

function responseElement(response: string): Element {
  const [root] = children(parseXml(Buffer.from(response, 'base64').toString('utf8')), 'Response')
  if (root === undefined) throw new SamlError('This is not a SAML response')
  return root
}

/**
 * Checks a response to a request and returns its subject.
 * @throws {Error} with the exact cause if the response is not valid
 */
export async function checkResponse(
  service: SamlService,
  connection: SamlConnection,
  { response, requestId, now }: { readonly response: string; readonly requestId: string; readonly now: Date },
): Promise<SamlSubject> {
  const root = responseElement(response)
  expectStrongAlgorithms(root)
  const destination = attribute(root, 'Destination')
  if (destination !== undefined && destination !== '' && destination !== service.acsUrl)
    throw new SamlError(`The response was sent for ${destination} instead of ${service.acsUrl}`)
  const saml = connectionFor(service, connection, requestId)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch(explain)
  const signedXml = profile?.getAssertionXml?.()
  if (signedXml === undefined) throw new SamlError('The response has no assertion')
  const [assertion] = children(parseXml(signedXml), 'Assertion')
  if (assertion === undefined) throw new SamlError('The response has no assertion')
  expectValidAssertion(assertion, {
    issuer: connection.entityId,
    audience: service.entityId,
    recipient: service.acsUrl,
    requestId,
    now,
  })
  return subjectOf(assertion)
}

const ALGORITHM = /(?:sha2-|sha)(?:256|384|512)$/

/** SHA-1 can be forged with effort: documents with the same hash can be made on purpose. */
function expectStrongAlgorithms(root: Element): void {
  const elements = ['SignatureMethod', 'DigestMethod'].flatMap((name) => descendants(root, name))
  for (const element of elements) {
    const algorithm = attribute(element, 'Algorithm') ?? ''
    if (ALGORITHM.test(algorithm)) continue
    const name = algorithm.replace(/^.*[#/]/, '').slice(0, 50) || 'missing'
    throw new SamlError(
      `The signature uses ${name}, which is not accepted. Configure the provider to sign with SHA-256 or stronger`,
    )
  }
}

/** Messages of node-saml that name a symptom, and their usual cause. */
const CAUSES: Readonly<Record<string, string>> = {
  'No valid subject confirmation found among those available in the SAML assertion':
    'The assertion has expired or is not valid yet. Compare the clocks of the provider and of this server',
  'Invalid signature': 'Invalid signature: no certificate of the provider matches it',
}

function explain(error: unknown): never {
  const cause = error instanceof Error ? CAUSES[error.message] : undefined
  throw cause === undefined ? error : new SamlError(cause)
}

function subjectOf(assertion: Element): SamlSubject {
  const [nameId] = children(children(assertion, 'Subject')[0], 'NameID')
  const nameIdFormat = attribute(nameId, 'Format') ?? ''
  if (textOf(nameId) === '') throw new SamlError('The subject of the assertion has no NameID')
  if (nameIdFormat === TRANSIENT)
    throw new SamlError(
      'The NameID is transient. Configure the provider to send a persistent ID or the email address',
    )
  return { nameId: textOf(nameId), nameIdFormat, attributes: attributesOf(assertion) }
}

function attributesOf(assertion: Element): SamlSubject['attributes'] {
  const values = new Map<string, readonly string[]>()
  for (const statement of children(assertion, 'AttributeStatement')) {
    for (const element of children(statement, 'Attribute')) {
      const texts = children(element, 'AttributeValue').map(textOf)
      for (const name of [attribute(element, 'Name'), attribute(element, 'FriendlyName')])
        if (name !== undefined) values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  }
  return Object.fromEntries(values)
}
