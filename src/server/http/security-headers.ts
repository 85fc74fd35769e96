import type { FastifyReply, FastifyRequest } from 'fastify'

const PRIVATE_PATHS = /^\/(?:v1|auth|scim)(?:[/?]|$)/

/** Subdomains are left out, because they may belong to other services. RFC 6797. */
export const HSTS = 'max-age=31536000'

/**
 * Headers of every response. Answers of the API are stored in no cache, because they depend on the credential and on
 * permissions that can change at any time; a handler can set another `Cache-Control`.
 */
export function setSecurityHeaders(baseUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (PRIVATE_PATHS.test(request.url)) reply.header('cache-control', 'no-store')
  // Browsers ignore it over plain HTTP. Behind a trusted proxy, the protocol is the one of the client.
  if (request.protocol === 'https' || baseUrl.startsWith('https:'))
    reply.header('strict-transport-security', HSTS)
}
