import * as samlp from 'samlp'
import type { SamlProvider } from '#contract/saml-providers.ts'
import type { TestApp } from './app.ts'
import { aKey } from './saml-providers.ts'

/** A person at the provider. */
export type SamlPerson = { readonly id: string; readonly email?: string; readonly name?: string }

export type ResponseOptions = {
  readonly provider: SamlProvider
  readonly requestId: string | undefined
  readonly person: SamlPerson
  /** Number of the provider's key, 0 by default. */
  readonly key?: number
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  readonly seconds?: number
  readonly signed?: 'assertion' | 'response' | 'both' | 'neither'
  readonly format?: string
  /** `sha256` by default. */
  readonly hash?: 'sha1' | 'sha256'
  readonly attributes?: Readonly<Record<string, unknown>>
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** A response of the provider, Base64. */
export async function aResponse(options: ResponseOptions): Promise<string> {
  const { provider, person, requestId, signed = 'assertion' } = options
  const { certificate, privateKey } = await aKey(365, options.key ?? 0)
  const acs = provider.service.acsURL
  const claims = {
    ...(person.email === undefined ? {} : { email: person.email }),
    ...(person.name === undefined ? {} : { displayName: person.name }),
    ...options.attributes,
  }
  const mapper = {
    getClaims: () => claims,
    getNameIdentifier: () => ({
      nameIdentifier: person.id,
      nameIdentifierFormat: options.format ?? PERSISTENT,
    }),
  }
  const xml = await new Promise<string>((resolve, reject) =>
    samlp.getSamlResponse(
      {
        cert: certificate,
        key: privateKey,
        issuer: options.issuer ?? provider.entityID ?? '',
        audience: options.audience ?? provider.service.entityID,
        recipient: options.recipient ?? acs,
        destination: options.destination ?? acs,
        ...(requestId === undefined ? {} : { inResponseTo: requestId }),
        lifetimeInSeconds: options.seconds ?? 300,
        signatureAlgorithm: `rsa-${options.hash ?? 'sha256'}`,
        digestAlgorithm: options.hash ?? 'sha256',
        signAssertion: signed === 'assertion' || signed === 'both',
        signResponse: signed === 'response' || signed === 'both',
        profileMapper: () => mapper,
      },
      {},
      (error, response) => (error ? reject(error) : resolve(response)),
    ),
  )
  return Buffer.from(xml).toString('base64')
}

/** A browser that follows no redirects by itself. */
export type SsoBrowser = {
  readonly get: (url: string) => Promise<{ status: number; location: string; text: string }>
  /** Posts a form from another website, so no cookie goes with it. */
  readonly postResponse: (url: string, response: string, relayState?: string) => Promise<string>
  readonly cookies: Map<string, string>
  /** Starts at our address and returns the id of the request. */
  readonly start: (provider: SamlProvider, query?: string) => Promise<string>
  /** Signs in as a person and returns where the browser ends. */
  readonly signIn: (options: Omit<ResponseOptions, 'requestId'>, query?: string) => Promise<string>
}

export function anSsoBrowser({ send }: Pick<TestApp, 'send'>): SsoBrowser {
  const cookies = new Map<string, string>()
  const pathOf = (url: string) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    return pathname + search
  }
  const get = async (url: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: 'localhost', ...(cookie === '' ? {} : { cookie }) }
    const response = await send({ method: 'GET', url: pathOf(url), headers })
    for (const one of (response.headers['set-cookie'] ?? '').split(/,(?=lectern)/)) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(one) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return { status: response.status, location: response.headers.location ?? '', text: response.text }
  }
  const start = async (provider: SamlProvider, query = '') => {
    const { location } = await get(`${provider.service.startURL}${query}`)
    return (await parsedRequest(location)).id
  }
  const postResponse = async (url: string, response: string, relayState = '') => {
    const { headers, status } = await send({
      method: 'POST',
      url: pathOf(url),
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost', origin: 'null' },
      payload: new URLSearchParams({ SAMLResponse: response, RelayState: relayState }).toString(),
    })
    if (status !== 303) throw new Error(`The response was answered with ${status}`)
    return headers.location ?? ''
  }
  return {
    cookies,
    get,
    start,
    postResponse,
    async signIn(options, query) {
      const requestId = await start(options.provider, query)
      const response = await aResponse({ ...options, requestId })
      const finish = await postResponse(options.provider.service.acsURL, response, requestId)
      return finish.startsWith('/sso/finish') ? (await get(finish)).location : finish
    },
  }
}

/** The request in an address at the provider; with a certificate its signature is checked too. */
export function parsedRequest(location: string, signingCert?: string) {
  const query = Object.fromEntries(new URL(location).searchParams)
  const { Signature: signature = '', SigAlg: sigAlg = '', RelayState: relayState = '' } = query
  const options = signingCert === undefined ? {} : { signingCert, signature, sigAlg, relayState }
  return new Promise<{
    id: string
    issuer: string
    assertionConsumerServiceURL: string
    destination: string
  }>((resolve, reject) =>
    samlp.parseRequest({ query }, options, (error, request) => (error ? reject(error) : resolve(request))),
  )
}
