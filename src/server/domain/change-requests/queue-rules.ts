import type { MergeRule } from '#contract/merge-rules.ts'
import { DomainError } from '../../errors.ts'
import type { RuleResult } from '../merge-rules/evaluate.ts'
import type { ChangeRequestRow } from './queries.ts'

/** Change requests that can wait in the merge queue of a space. */
const MAX_QUEUED = 100

/** Why a request left the merge queue without being merged. */
export type UnqueueReason =
  | 'canceled'
  | 'draft'
  | 'archived'
  | 'conflicts'
  | 'no-permission'
  | 'edited'
  | 'author-only'

/** The reasons as people read them in notifications and the audit log. */
export const unqueueMessages: Readonly<Record<UnqueueReason, string>> = {
  canceled: 'Canceled',
  draft: 'Moved back to draft',
  archived: 'Archived',
  conflicts: 'It conflicts with the space, so it no longer merges when ready',
  'no-permission': 'The person who queued it can no longer merge in this space',
  edited: 'Someone who can’t merge edited it. Check the edit, then queue it again',
  'author-only': 'Only its author may merge it',
}

export type QueuedState = {
  /** Whether who queued it can merge in the space now. */
  readonly canMerge: boolean
  /** Someone who cannot merge in the space edited it since. */
  readonly isEditedByOthers: boolean
  readonly hasConflicts: boolean
  /** The rules that are not met. */
  readonly missing: readonly MergeRule['rule'][]
}

export type Step = 'merge' | 'update' | 'wait' | { readonly leave: UnqueueReason }

/**
 * What happens to a queued request now. It is only updated from the space when nothing else is missing, because an
 * update can make approvals outdated.
 */
export function nextStep({ canMerge, isEditedByOthers, hasConflicts, missing }: QueuedState): Step {
  if (!canMerge) return { leave: 'no-permission' }
  if (isEditedByOthers) return { leave: 'edited' }
  if (hasConflicts) return { leave: 'conflicts' }
  if (missing.includes('require_author_to_merge')) return { leave: 'author-only' }
  if (missing.length === 0) return 'merge'
  return missing.every((rule) => rule === 'require_up_to_date_change_request') ? 'update' : 'wait'
}

/**
 * Tries requests in the order of a queue, from its start after each one that changed something, until none does.
 * @param queue reads the queue as it is now
 * @param attempt whether the request was merged or updated
 */
export async function tryInOrder<T>(
  queue: () => Promise<readonly T[]>,
  attempt: (request: T) => Promise<boolean>,
): Promise<void> {
  let isChanged = true
  while (isChanged) {
    isChanged = false
    for (const request of await queue()) {
      isChanged = await attempt(request)
      if (isChanged) break
    }
  }
}

/** @throws {DomainError} `invalid_state` unless the request is open and the queue isn’t full */
export function expectQueueable({ status }: Pick<ChangeRequestRow, 'status'>, queued: number): void {
  if (status !== 'open') {
    const problem = status === 'draft' ? 'a draft. Open it for review first' : status
    throw new DomainError('invalid_state', `This change request is ${problem}`, { status })
  }
  if (queued >= MAX_QUEUED)
    throw new DomainError('invalid_state', `${MAX_QUEUED} change requests are already queued in this space`)
}

/** @throws {DomainError} `precondition_failed` if only people can help, not time */
export function expectWorthWaiting(hasConflicts: boolean, missing: readonly RuleResult[]): void {
  if (hasConflicts) throw new DomainError('precondition_failed', 'Resolve its conflicts with the space first')
  if (missing.some(({ rule }) => rule.rule === 'require_author_to_merge'))
    throw new DomainError('precondition_failed', 'Only its author may merge it')
  if (missing.some(({ waitingFor }) => waitingFor && waitingFor.users.length + waitingFor.teams.length === 0))
    throw new DomainError('precondition_failed', 'A merge rule asks only its author for approval')
}
