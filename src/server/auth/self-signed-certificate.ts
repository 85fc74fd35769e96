import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

export type KeyWithCertificate = {
  /** PKCS #8, PEM. */
  readonly privateKey: string
  /** PEM. */
  readonly certificate: string
}

const newKeyPair = promisify(generateKeyPair)

/**
 * A new RSA key with a certificate signed by itself (RFC 5280, 4.1), as SAML uses it: only the key matters, and it is
 * trusted because an admin has copied the certificate.
 * @param name the common name, at most 64 characters
 */
export async function newKeyWithCertificate(
  name: string,
  validity: { readonly from: Date; readonly until: Date },
): Promise<KeyWithCertificate> {
  const { publicKey, privateKey } = await newKeyPair('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pem(certificateOf(name, validity, publicKey, privateKey)),
  }
}

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

// Tags of ASN.1 in DER (ITU-T X.690).
const INTEGER = 0x02
const BIT_STRING = 0x03
const OID = 0x06
const NULL = 0x05
const UTF8_STRING = 0x0c
const SEQUENCE = 0x30
const SET = 0x31
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const VERSION = 0xa0

const SHA256_WITH_RSA = '2a864886f70d01010b'
const COMMON_NAME = '550403'

function certificateOf(
  name: string,
  { from, until }: { readonly from: Date; readonly until: Date },
  publicKey: KeyObject,
  privateKey: KeyObject,
): Buffer {
  const algorithm = der(SEQUENCE, der(OID, Buffer.from(SHA256_WITH_RSA, 'hex')), der(NULL))
  const subject = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OID, Buffer.from(COMMON_NAME, 'hex')), der(UTF8_STRING, Buffer.from(name)))),
  )
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serialNumber()),
    algorithm,
    subject,
    der(SEQUENCE, time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  return der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature))
}

/** A positive number of 16 bytes that does not start with a zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

/** Years from 2050 on need four digits (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits))
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}
