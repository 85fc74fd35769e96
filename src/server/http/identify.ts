import type { FastifyRequest } from 'fastify'
import { type CallerLookup, callerLookup, type Identity, touchToken } from '../auth/callers.ts'
import { sessionCookie, touchSession } from '../auth/sessions.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { expectSameOrigin, isSafeMethod } from '../same-origin.ts'

const unauthenticated = (message: string) => new DomainError('unauthenticated', message)

/**
 * Identifies the caller by bearer token, else by the dashboard's cookie, with their membership in the organization.
 * `reads` means that the operation changes nothing.
 * @throws {DomainError} 401 without a valid credential; 403 for a write that another site may have sent, or with a
 * read-only token
 */
export async function identify(
  service: Service,
  request: FastifyRequest,
  organizationId?: string,
  reads = isSafeMethod(request.method),
): Promise<Identity> {
  const identity =
    request.headers.authorization === undefined
      ? await bySession(service, request, organizationId)
      : await byToken(service, request, organizationId)
  if (identity.caller.readOnly && !reads) {
    throw new DomainError('forbidden', 'This token is read-only')
  }
  return identity
}

/** One lookup per service, so that its requests share their queries. */
const lookups = new WeakMap<Service, CallerLookup>()

function lookupOf(service: Service): CallerLookup {
  const existing = lookups.get(service)
  if (existing !== undefined) return existing
  const callers = callerLookup(service)
  lookups.set(service, callers)
  return callers
}

async function byToken(
  service: Service,
  request: FastifyRequest,
  organizationId?: string,
): Promise<Identity> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw unauthenticated('Send the header Authorization: Bearer <token>')
  const identity = await lookupOf(service)('token', token, organizationId)
  if (identity === null) throw unauthenticated('The token is unknown, has expired or was revoked')
  await touchToken(service.db, identity.caller.credential.id, identity.lastUsedAt, service.now())
  return identity
}

async function bySession(
  service: Service,
  request: FastifyRequest,
  organizationId?: string,
): Promise<Identity> {
  const secret = request.cookies[sessionCookie]
  if (!secret) throw unauthenticated('Send a token, or sign in')
  const identity = await lookupOf(service)('session', secret, organizationId)
  if (identity === null) throw unauthenticated('The session has ended. Sign in again')
  expectSameOrigin(request)
  if (identity.lastUsedAt !== null)
    await touchSession(service.db, identity.caller.credential.id, identity.lastUsedAt, service.now())
  return identity
}
