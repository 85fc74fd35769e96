import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration, PasskeyRequest } from '#contract/second-factor.ts'

/** What a test can do wrong with a passkey. */
export type Tampering = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** False: the person touched the key but was not verified. */
  readonly isVerified?: boolean
  /** Signature counter, by default one more than before. */
  readonly counter?: number
  readonly userHandle?: string
  readonly signature?: Buffer
}

/** A passkey in software: real keys and signatures over real authenticator data (WebAuthn Level 3, 6). */
export type Authenticator = {
  readonly create: (options: PasskeyRequest['options'], tampering?: Tampering) => PasskeyRegistration
  readonly use: (options: PasskeyRequest['options'], tampering?: Tampering) => PasskeyAssertion
}

const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** CBOR of the few types that are needed (RFC 8949): integers, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].map(([key, item]) => Buffer.concat([cbor(key), cbor(item as Buffer)]))
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff])
}

/** The public key in COSE format (RFC 9053, 7.1): ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** A new authenticator with one passkey for the service at `origin`. */
export function anAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? origin,
      }),
    )

  function authenticatorData(
    flags: number,
    { rpId, isVerified = true, counter: next }: Tampering,
    more?: Buffer,
  ) {
    counter = next ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const state = Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)])
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), state, count, more ?? Buffer.alloc(0)])
  }

  return {
    create(options, tampering = {}) {
      const { user } = options as unknown as { user: { id: string } }
      userHandle = user.id
      const idLength = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKey(publicKey)])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(0x40, tampering, attested)],
        ]),
      )
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, tampering)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    use(options, tampering = {}) {
      const data = authenticatorData(0, tampering)
      const client = clientData('webauthn.get', options.challenge, tampering)
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(tampering.signature ?? signature),
          userHandle: tampering.userHandle ?? userHandle,
        },
      }
    },
  }
}
