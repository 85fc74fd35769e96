import { mergeRequest, updateRequest } from '../../content/merge-request.ts'
import type { PrefetchedTexts } from '../../content/project-head.ts'
import { expectEditable } from '../../content/request-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { WriteContext } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { baseStateOf, changeRequestAuditEvent } from './audit-events.ts'
import { finishMerge } from './finish-merge.ts'
import { expectRulesMet, type Merger } from './merge-requirements.ts'
import { type ChangeRequestRow, changeRequestOf } from './queries.ts'

/** Who merges or updates a request, with what the service needs for it. */
export type MergeContext = Merger & Pick<WriteContext, 'now' | 'newId' | 'jobs'>

type MergeOptions = {
  readonly bypassReason?: string | undefined
  /** The result of `readAhead`. */
  readonly read?: PrefetchedTexts
  /** The service merges it for the person who queued it. */
  readonly isQueued?: boolean
}

type MergeResult = { readonly revision: string; readonly result: 'merge' | 'conflicts' }
type UpdateResult = { readonly revision: string; readonly result: 'update' | 'conflicts' }

/**
 * Merges a request for the caller. The head of the space and the request are locked. With conflicts nothing changes.
 * @throws {DomainError} `invalid_state` (merged or archived), `precondition_failed` (a rule isn't met)
 */
export async function mergeLocked(
  tx: Tx,
  ctx: MergeContext,
  request: ChangeRequestRow,
  { bypassReason, read, isQueued }: MergeOptions = {},
): Promise<MergeResult> {
  expectEditable(request)
  const bypassed = await expectRulesMet(ctx, tx, request, bypassReason)
  const ref = refOf(ctx, request)
  const merged = await mergeRequest(tx, { ...ref, ...authorship(ctx) }, read)
  if (merged.result === 'conflicts') return { revision: merged.revision, result: 'conflicts' }
  await finishMerge(tx, ctx, {
    ...ref,
    revision: merged.revision,
    by: ctx.caller.userId,
    bypassReason: bypassed,
    isQueued,
  })
  return { revision: merged.revision, result: 'merge' }
}

/** Updates a locked request from its space for the caller. With unresolved conflicts nothing changes. */
export async function updateLocked(
  tx: Tx,
  ctx: MergeContext,
  request: ChangeRequestRow,
  resolutions: Parameters<typeof updateRequest>[1]['resolutions'] = new Map(),
): Promise<UpdateResult> {
  const ref = refOf(ctx, request)
  const { revision, result } = await updateRequest(tx, { ...ref, ...authorship(ctx), resolutions })
  if (result === 'conflicts') return { revision, result }
  const after = await changeRequestOf(tx, ref, request.id)
  const changed = difference(baseStateOf(request), baseStateOf(after))
  if (changed !== null)
    await recordAuditEvents(tx, ctx, changeRequestAuditEvent('update-from-space', after, changed))
  return { revision, result: 'update' }
}

const refOf = (
  { access: { organizationId } }: MergeContext,
  { id, spaceId }: ChangeRequestRow,
): SpaceRef & { readonly changeRequestId: string } => ({ organizationId, spaceId, changeRequestId: id })

/** The author and time of a new revision. */
const authorship = ({ caller, now, newId }: MergeContext) => ({ by: caller.userId, now: now(), newId })
