import { X509Certificate } from 'node:crypto'
import { attribute, children, descendants, type Element, parseXml, SamlError, textOf } from './xml.ts'

/** The settings of a provider from its metadata. */
export type ProviderMetadata = {
  readonly entityId: string
  readonly ssoUrl: string
  /** One or two PEM blocks, the one that expires last first. */
  readonly certificate: string
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads the metadata of an identity provider (SAML Metadata 2.0, 2.4.3).
 * @throws {SamlError} if the text is not XML, or something is missing
 */
export function readProviderMetadata(text: string): ProviderMetadata {
  const document = parseXml(text)
  const entity = descendants(document, 'EntityDescriptor').find(
    (candidate) => children(candidate, 'IDPSSODescriptor').length > 0,
  )
  const [descriptor] = children(entity, 'IDPSSODescriptor')
  const entityId = attribute(entity, 'entityID')
  if (descriptor === undefined || !entityId)
    throw new SamlError('This is not the metadata of a SAML identity provider')
  const service = children(descriptor, 'SingleSignOnService').find(
    (candidate) => attribute(candidate, 'Binding') === REDIRECT,
  )
  const ssoUrl = attribute(service, 'Location')
  if (!ssoUrl) throw new SamlError('The provider has no sign-in address with the HTTP-Redirect binding')
  const certificates = signingCertificates(descriptor)
  if (certificates.length === 0) throw new SamlError('The metadata has no certificate for signatures')
  return { entityId, ssoUrl, certificate: certificates.slice(0, 2).join('\n') }
}

/** The certificates for signatures, the one that expires last first. */
function signingCertificates(descriptor: Element): readonly string[] {
  const texts = children(descriptor, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) =>
      descendants(key, 'X509Certificate').map((element) => textOf(element).replace(/\s+/g, '')),
    )
  return [...new Set(texts)]
    .flatMap((base64) => readable(base64))
    .sort((a, b) => b.expiresAt - a.expiresAt)
    .map(({ pem }) => pem)
}

function readable(base64: string): readonly { readonly pem: string; readonly expiresAt: number }[] {
  const lines = base64.match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`
  try {
    return [{ pem, expiresAt: Date.parse(new X509Certificate(pem).validTo) }]
  } catch {
    // A certificate that cannot be read verifies nothing; others may do.
    return []
  }
}
