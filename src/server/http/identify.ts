import type { FastifyRequest } from 'fastify'
import { type CallerLookup, callerLookup, type Identity, touchToken } from '../auth/callers.ts'
import { sessionCookie, touchSession } from '../auth/sessions.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { expectSameOrigin, isSafeMethod } from '../same-origin.ts'

const unauthenticated = (message: string) => new DomainError('unauthenticated', message)

/**
 * Who calls: by bearer token, else by the dashboard's cookie; with their standing in the organization named.
 * @throws {DomainError} 401 without a valid credential; 403 for a write that another site's page may have sent,
 * or with a token that may only read. `reads` says that the operation changes nothing.
 */
export async function identify(
  service: Service,
  request: FastifyRequest,
  organizationId?: string,
  reads = isSafeMethod(request.method),
): Promise<Identity> {
  const found =
    request.headers.authorization === undefined
      ? await bySession(service, request, organizationId)
      : await byToken(service, request, organizationId)
  if (found.caller.readOnly && !reads) {
    throw new DomainError('forbidden', 'This token may only read')
  }
  return found
}

/** One for a service, so that its requests share their queries. */
const lookups = new WeakMap<Service, CallerLookup>()

function lookupOf(service: Service): CallerLookup {
  const there = lookups.get(service)
  if (there !== undefined) return there
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
  const found = await lookupOf(service)('token', token, organizationId)
  if (found === null) throw unauthenticated('The token is not known or was revoked')
  await touchToken(service.db, found.caller.credential.id, found.lastUsedAt, service.now())
  return found
}

async function bySession(
  service: Service,
  request: FastifyRequest,
  organizationId?: string,
): Promise<Identity> {
  const secret = request.cookies[sessionCookie]
  if (!secret) throw unauthenticated('Send a token, or sign in')
  const found = await lookupOf(service)('session', secret, organizationId)
  if (found === null) throw unauthenticated('The session has ended. Sign in again')
  expectSameOrigin(request)
  if (found.lastUsedAt !== null)
    await touchSession(service.db, found.caller.credential.id, found.lastUsedAt, service.now())
  return found
}
