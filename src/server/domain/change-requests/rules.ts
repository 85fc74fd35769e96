import type { StoredStatus } from '../../db/tables/change-requests.ts'
import { DomainError } from '../../errors.ts'

/** @throws {DomainError} `invalid_state`: what is merged stays as it is */
export function expectUnmerged(status: StoredStatus): void {
  if (status !== 'merged') return
  throw new DomainError('invalid_state', 'This change request is merged: it stays as it is', { status })
}
