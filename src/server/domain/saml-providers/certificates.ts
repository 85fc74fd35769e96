import { X509Certificate } from 'node:crypto'
import { EXPIRY_WARNING_DAYS, type ProviderCertificate } from '#contract/saml-providers.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const DAY_MS = 86_400_000

/** Two: the current one, and the next one during a rollover. */
const MAX_CERTIFICATES = 2

/** The PEM blocks of a text, as they are. */
export const pemBlocks = (text: string): readonly string[] => text.match(BLOCK) ?? []

/** What is wrong with the certificates of a provider; null if they can be used. */
export function certificateError(text: string): string | null {
  const blocks = pemBlocks(text)
  if (blocks.length === 0) return 'Paste a certificate that starts with -----BEGIN CERTIFICATE-----'
  if (blocks.length > MAX_CERTIFICATES) return 'Use two certificates or fewer: the current and the next one'
  if (text.replace(BLOCK, '').trim() !== '')
    return 'Remove the text before, between or after the certificates'
  const keys = blocks.map(keyTypeOf)
  if (keys.includes(undefined)) return 'This certificate can’t be read. Copy it again with all its lines'
  // The only kind of signature that every provider supports (SAML Conformance 2.0, 4).
  return keys.every((type) => type === 'rsa') ? null : 'Use a certificate with an RSA key'
}

function keyTypeOf(block: string): string | undefined {
  try {
    return new X509Certificate(block).publicKey.asymmetricKeyType
  } catch {
    // Not DER, or not a certificate.
    return undefined
  }
}

/** The certificates of a provider with their expiry. */
export const describeCertificates = (text: string | null, now: Date): ProviderCertificate[] =>
  pemBlocks(text ?? '').map((block) => {
    const certificate = new X509Certificate(block)
    const expiresAt = new Date(certificate.validTo)
    return {
      subject: certificate.subject.split('\n').join(', '),
      fingerprint: certificate.fingerprint256,
      expiresAt: expiresAt.toISOString(),
      status: expiryStatus(expiresAt, now),
    }
  })

function expiryStatus(expiresAt: Date, now: Date): ProviderCertificate['status'] {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS
  if (days <= 0) return 'expired'
  return days <= EXPIRY_WARNING_DAYS ? 'expiring' : 'valid'
}

/** When the last of the certificates of a provider expires; undefined without one. */
export function lastExpiry(text: string | null): Date | undefined {
  const times = pemBlocks(text ?? '').map((block) => Date.parse(new X509Certificate(block).validTo))
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}
