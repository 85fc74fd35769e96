import type { StoredStatus } from '../../db/tables/change-requests.ts'
import { DomainError } from '../../errors.ts'

/** A merged request can no longer change. @throws {DomainError} `invalid_state` */
export function expectUnmerged(status: StoredStatus): void {
  if (status !== 'merged') return
  throw new DomainError('invalid_state', 'This change request is merged and can’t be changed', { status })
}
