import { MAX_SPEC_BYTES, MAX_SPECS } from '#contract/openapi-specs.ts'
import type { SpecFault, SpecFaultCode } from '../../db/tables/openapi.ts'
import { DomainError, invalid } from '../../errors.ts'
import { UnreadableSpec } from './parsing/unreadable-spec.ts'

/** Queued readings of the same specification replace each other. */
export const readingKey = (specId: string): string => `read-openapi-spec ${specId}`

/** The stored errors of a failed reading; undefined for internal errors, which are retried. */
export function faultOf(error: unknown): { code: SpecFaultCode; errors: SpecFault[] } | undefined {
  if (error instanceof UnreadableSpec) return { code: 'PARSE_ERROR', errors: [{ message: error.message }] }
  if (!(error instanceof DomainError) || error.reason !== 'upstream') return undefined
  const reason = String(error.details?.reason ?? '')
  const isLate = /^it (?:does not answer|stopped answering)/.test(reason)
  return { code: isLate ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', errors: [{ message: error.message }] }
}

export type Source = { readonly url?: string | undefined; readonly text?: string | undefined }

/** @throws {DomainError} `validation` for a text that is too large */
export function expectFitting({ text }: Source): void {
  if (text === undefined || Buffer.byteLength(text) <= MAX_SPEC_BYTES) return
  const message = `Use ${MAX_SPEC_BYTES / 1024 / 1024} MB or less`
  throw invalid([{ path: ['body', 'source', 'text'], message }])
}

export function slugTaken(slug: string): DomainError {
  const message = `An OpenAPI specification “${slug}” already exists`
  return new DomainError('conflict', message, { issues: [{ path: ['body', 'slug'], message }] })
}

export const tooManySpecs = () =>
  new DomainError(
    'invalid_state',
    `An organization can have up to ${MAX_SPECS} OpenAPI specifications. Delete one first`,
  )
