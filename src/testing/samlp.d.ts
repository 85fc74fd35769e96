/** The parts of the identity provider that tests use. */
declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Key = { readonly cert: string; readonly key: string }

  type ResponseOptions = Key & {
    readonly issuer: string
    readonly audience?: string
    readonly recipient?: string
    readonly destination?: string
    readonly inResponseTo?: string
    readonly lifetimeInSeconds?: number
    readonly signResponse?: boolean
    readonly signAssertion?: boolean
    readonly signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256'
    readonly digestAlgorithm?: 'sha1' | 'sha256'
    readonly nameIdentifierFormat?: string
    readonly profileMapper?: (user: unknown) => unknown
  }

  type Next = (error?: unknown) => void
  type Done<T> = (error: unknown, result: T) => void

  export function getSamlResponse(options: ResponseOptions, user: unknown, done: Done<string>): void
  export function parseRequest(
    request: { query: Record<string, string> },
    options: { readonly signingCert?: string; readonly signature?: string; readonly sigAlg?: string },
    done: Done<{ id: string; issuer: string; assertionConsumerServiceURL: string; destination: string }>,
  ): void
  export function metadata(options: {
    readonly issuer: string
    readonly cert: string
    readonly redirectEndpointPath: string
    readonly postEndpointPath: string
  }): (request: IncomingMessage, response: ServerResponse, next: Next) => void
}
