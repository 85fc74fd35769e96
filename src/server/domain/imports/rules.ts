import type { ImportStatus } from '#contract/imports.ts'
import { DomainError } from '../../errors.ts'

/** @throws {DomainError} `invalid_state` when the import has finished */
export function expectRunning(status: ImportStatus): void {
  if (status === 'pending' || status === 'in-progress') return
  throw new DomainError('invalid_state', `This import has already ended: it is ${status}`, { status })
}

/** The statuses of a filter; undefined for all. */
export function statusesOf(filter: ImportStatus | 'active' | undefined): readonly ImportStatus[] | undefined {
  if (filter === undefined) return undefined
  return filter === 'active' ? ['pending', 'in-progress'] : [filter]
}

/** Checked before anything is read or fetched. @throws {DomainError} `space_locked` */
export function expectUnlocked(editMode: 'live' | 'locked'): void {
  if (editMode === 'locked') {
    throw new DomainError('space_locked', 'This space is locked. Create a change request instead')
  }
}

type FinishedRun = {
  readonly status: ImportStatus
  readonly reason: string | null
  readonly reasonKind: string | null
}

/** The error for the caller of an import that did not complete; internal errors stay plain errors. */
export function importError({ status, reason, reasonKind }: FinishedRun): Error {
  if (status === 'cancelled') return new DomainError('invalid_state', 'The import was canceled')
  if (status !== 'failed')
    return new DomainError('invalid_state', 'The import was interrupted and will continue later')
  if (reasonKind === 'upstream') return new DomainError('upstream', reason ?? 'The source couldn’t be read')
  if (reasonKind === 'validation')
    return new DomainError('validation', reason ?? 'The source can’t be imported')
  return new Error(reason ?? 'The import failed')
}
