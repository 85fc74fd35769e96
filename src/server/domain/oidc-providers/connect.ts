import * as openid from 'openid-client'
import { cutText } from '#markup/cut-text.ts'
import type { Config } from '../../config.ts'
import { DomainError } from '../../errors.ts'
import { providerFetch } from './provider-fetch.ts'

/** How long the configuration of a provider is reused. */
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 200
const TIMEOUT_SECONDS = 10
/** Clocks of providers may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 60

type CachedMetadata = { readonly metadata: openid.ServerMetadata; readonly until: number }
const cache = new Map<string, CachedMetadata>()

/** The credentials of this service at a provider. */
export type Client = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
}

/** Everything that `openid-client` needs to sign people in at a provider. Throws if its configuration can't be read. */
export async function connect(config: Config, client: Client): Promise<openid.Configuration> {
  const metadata = await metadataOf(config, client.issuer)
  const options = { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const connection = new openid.Configuration(
    metadata,
    client.clientId,
    options,
    authenticationOf(metadata, client.clientSecret),
  )
  connection[openid.customFetch] = providerFetch(config)
  connection.timeout = TIMEOUT_SECONDS
  // The signature is checked although the token comes from the provider directly (OpenID Connect Core 1.0, 3.1.3.7).
  openid.enableNonRepudiationChecks(connection)
  for (const allow of insecureOptions(config)) allow(connection)
  return connection
}

async function metadataOf(config: Config, issuer: string): Promise<openid.ServerMetadata> {
  const known = cache.get(issuer)
  if (known !== undefined && known.until > Date.now()) return known.metadata
  const metadata = await discover(config, issuer)
  cache.delete(issuer)
  cache.set(issuer, { metadata, until: Date.now() + CACHE_MS })
  for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest)
  return metadata
}

/**
 * Reads the configuration of a provider (OpenID Connect Discovery 1.0, 4).
 * @throws {Error} with the cause, for the person who enters the issuer
 */
export async function discover(config: Config, issuer: string): Promise<openid.ServerMetadata> {
  const discovered = await openid.discovery(new URL(issuer), 'unused', undefined, openid.None(), {
    [openid.customFetch]: providerFetch(config),
    timeout: TIMEOUT_SECONDS,
    execute: insecureOptions(config),
  })
  // A plain copy: the library accepts some issuers that are not exact, which would let every tenant of a provider in.
  const metadata = JSON.parse(JSON.stringify(discovered.serverMetadata())) as openid.ServerMetadata
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new DomainError(
      'upstream',
      `the provider calls itself ${metadata.issuer}. Enter that as the issuer`,
    )
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!metadata[endpoint]) throw new DomainError('upstream', `its configuration has no ${endpoint}`)
  return metadata
}

/** Providers are reached over TLS; in a private network the operator may do without. */
const insecureOptions = ({ allowPrivateNetwork }: Config) =>
  allowPrivateNetwork ? [openid.allowInsecureRequests] : []

/** How the provider expects the secret; the header is the default (OpenID Connect Discovery 1.0, 3). */
function authenticationOf(metadata: openid.ServerMetadata, secret: string | null): openid.ClientAuth {
  if (secret === null) return openid.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret)
}

/** The messages of an error and of what caused it, for the log and for admins. */
export function messageOf(error: unknown): string {
  const messages: string[] = []
  for (let cause = error; cause instanceof Error && messages.length < 4; cause = cause.cause) {
    const description = 'error_description' in cause ? String(cause.error_description) : ''
    const code = 'error' in cause ? String(cause.error) : ''
    for (const message of [cause.message, code, description])
      if (message !== '' && !messages.includes(message)) messages.push(message)
  }
  return cutText(messages.join(': '), 500) || 'Unknown error'
}
