import type { FastifyRequest } from 'fastify'
import { DomainError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method must not change anything. */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method)

/**
 * Refuses a write by cookie from another site (CSRF): the dashboard sends a header that other sites cannot send without
 * a CORS preflight, and browsers send the origin.
 */
export function expectSameOrigin(request: FastifyRequest): void {
  if (isSafeMethod(request.method)) return
  const { origin } = request.headers
  const foreign = origin !== undefined && originHost(origin) !== request.headers.host
  if (foreign || request.headers['x-lectern'] === undefined) {
    throw new DomainError('forbidden', 'This request did not come from the dashboard')
  }
}

/** Whether a request says that it comes from a page of the dashboard. */
export const isOwnOrigin = ({ headers: { origin, host } }: FastifyRequest): boolean =>
  origin !== undefined && originHost(origin) === host

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    // An invalid origin, such as `null`, matches no host.
    return null
  }
}
