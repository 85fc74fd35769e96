import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What the next ID token contains in addition to the claims of a valid one, and how it is signed. */
export type Forgery = {
  readonly claims?: JWTPayload
  /** Signs with a key that the provider does not publish. */
  readonly foreignKey?: boolean
  /** Removes the signature (RFC 7518, 3.6). */
  readonly unsigned?: boolean
}

/** A provider that sends configured responses that a correct provider never sends. */
export type OidcForger = {
  readonly issuer: string
  /** The nonce of the request that is answered. */
  nonce: string
  forgery: Forgery
  /** The form of the last token request. */
  tokenRequest: URLSearchParams
  /** Replaces parts of the published configuration. */
  configuration: Readonly<Record<string, unknown>>
  readonly stop: () => Promise<void>
}

const CLIENT_ID = 'lectern'
const ALGORITHM = 'ES256'

export async function startOidcForger(): Promise<OidcForger> {
  const [own, foreign] = await Promise.all([generateKeyPair(ALGORITHM), generateKeyPair(ALGORITHM)])
  const published = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: ALGORITHM, use: 'sig' }
  const idToken = async (): Promise<string> => {
    const { claims = {}, foreignKey = false, unsigned = false } = forger.forgery
    const seconds = Math.floor(Date.now() / 1000)
    const valid = { iss: forger.issuer, sub: 'ann', aud: CLIENT_ID, iat: seconds, exp: seconds + 300 }
    const token = await new SignJWT({ ...valid, nonce: forger.nonce, ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: 'own' })
      .sign(foreignKey ? foreign.privateKey : own.privateKey)
    const [, payload = ''] = token.split('.')
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    return unsigned ? `${header}.${payload}.` : token
  }
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: forger.issuer,
      authorization_endpoint: `${forger.issuer}/auth`,
      token_endpoint: `${forger.issuer}/token`,
      jwks_uri: `${forger.issuer}/jwks`,
      id_token_signing_alg_values_supported: [ALGORITHM],
      ...forger.configuration,
    }),
    '/jwks': async () => ({ keys: [published] }),
    '/token': async () => ({ access_token: 'a', token_type: 'Bearer', id_token: await idToken() }),
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/token') forger.tokenRequest = new URLSearchParams(Buffer.concat(chunks).toString())
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify((await answer?.()) ?? {}))
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const forger: OidcForger = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nonce: '',
    forgery: {},
    tokenRequest: new URLSearchParams(),
    configuration: {},
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return forger
}
