import type { SpecFault, SpecFaultCode } from '../../db/tables/openapi.ts'
import { DomainError } from '../../errors.ts'
import { UnreadableSpec } from './reading/unreadable.ts'

/** Orders to read the same specification replace each other while they wait. */
export const readingKey = (specId: string): string => `read-openapi-spec ${specId}`

/** What a failed reading is told as; undefined for faults of ours, which are tried again. */
export function faultOf(error: unknown): { code: SpecFaultCode; errors: SpecFault[] } | undefined {
  if (error instanceof UnreadableSpec) return { code: 'PARSE_ERROR', errors: [{ message: error.message }] }
  if (!(error instanceof DomainError) || error.reason !== 'upstream') return undefined
  const reason = String(error.details?.reason ?? '')
  const isLate = /^it (?:does not answer|stopped answering)/.test(reason)
  return { code: isLate ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', errors: [{ message: error.message }] }
}
