import type { FastifyRequest } from 'fastify'
import { DomainError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method promises to change nothing. */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method)

/**
 * A write by cookie must come from our own pages: they send a header that a foreign page cannot send without
 * being asked first, and a browser names the origin.
 */
export function expectSameOrigin(request: FastifyRequest): void {
  if (isSafeMethod(request.method)) return
  const { origin } = request.headers
  const foreign = origin !== undefined && originHost(origin) !== request.headers.host
  if (foreign || request.headers['x-lectern'] === undefined) {
    throw new DomainError('forbidden', 'This request did not come from the dashboard')
  }
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
