import type { StoredStatus } from '../../db/tables/change-requests.ts'
import { DomainError } from '../../errors.ts'

/** A merged request can no longer change. @throws {DomainError} `invalid_state` */
export function expectUnmerged(status: StoredStatus): void {
  if (status !== 'merged') return
  throw new DomainError('invalid_state', 'This change request is merged and can’t be changed', { status })
}

/** The revision of the space that a merge created. @throws {DomainError} `invalid_state` if it isn't merged */
export function expectMerged({
  status,
  revisionMerged,
}: {
  readonly status: StoredStatus
  readonly revisionMerged: string | null
}): string {
  if (status === 'merged' && revisionMerged !== null) return revisionMerged
  throw new DomainError('invalid_state', 'Only a merged change request can be reverted', { status })
}
