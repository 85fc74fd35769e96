import type { MergeRule } from '#contract/merge-rules.ts'
import { rankOf, roleOfRank } from '../../auth/grants.ts'
import { saveTextsOfRequest } from '../../coediting/save.ts'
import { requestConflicts } from '../../content/merge-request.ts'
import { readAhead } from '../../content/read-ahead.ts'
import { lockHead } from '../../content/revision-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Caller, Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { DomainError } from '../../errors.ts'
import { callerOfJob } from '../users/people-queries.ts'
import { type MergeContext, mergeLocked, updateLocked } from './merge.ts'
import { isMissing, requirementsOf } from './merge-requirements.ts'
import { type ChangeRequestRow, changeRequestOf, lockChangeRequest } from './queries.ts'
import { unqueueChangeRequest } from './queue.ts'
import { editorsSince, queuedRequests } from './queue-queries.ts'
import { nextStep, type QueuedState, type Step, tryInOrder, type UnqueueReason } from './queue-rules.ts'
import { ranksIn } from './reviewer-queries.ts'

/**
 * Merges the queued requests of a space that are ready, in their order, each in one transaction and with the permissions
 * that who queued it has now. Whatever changes meanwhile enqueues the job again.
 */
export async function runMergeQueue(service: Service, spaceRef: SpaceRef, stop: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const failed = new Set<string>()
  const attempt = async (id: string): Promise<boolean> => {
    stop.throwIfAborted()
    if (failed.has(id)) return false
    try {
      return await tryRequest(service, spaceRef, id)
    } catch (error) {
      // One that fails does not block the others; the job runs again.
      failed.add(id)
      failures.push(error)
      return false
    }
  }
  await tryInOrder(() => queuedRequests(service.db, spaceRef), attempt)
  if (failures.length > 0) throw new AggregateError(failures, 'Queued change requests could not be merged')
}

/** Whether the request was merged or updated. */
async function tryRequest(service: Service, spaceRef: SpaceRef, id: string): Promise<boolean> {
  await saveTextsOfRequest(service, spaceRef, id)
  const request = await changeRequestOf(service.db, spaceRef, id)
  if (request.queuedBy === null) return false
  const { ctx, step } = await evaluate(service, spaceRef, request, request.queuedBy)
  if (typeof step === 'object') return leave(service, spaceRef, request, step.leave)
  if (step === 'wait' || ctx === undefined) return false
  if (step === 'update')
    return whileUnchanged(service, spaceRef, request, async (tx, locked) => {
      const { result } = await updateLocked(tx, ctx, locked)
      return result === 'update'
    })
  const read = await readAhead(service.db, { ...spaceRef, changeRequestId: id })
  return whileUnchanged(service, spaceRef, request, async (tx, locked) => {
    const { result } = await mergeLocked(tx, ctx, locked, { read, isQueued: true })
    return result === 'merge'
  })
}

type Evaluation = { readonly ctx: MergeContext | undefined; readonly step: Step }

async function evaluate(
  service: Service,
  spaceRef: SpaceRef,
  request: ChangeRequestRow,
  queuedBy: string,
): Promise<Evaluation> {
  const { db } = service
  const caller = await callerOfJob(db, queuedBy, request.id)
  const editors = (await editorsOf(service, spaceRef, request)).filter((editor) => editor !== queuedBy)
  const ranks = await ranksIn(db, spaceRef, [queuedBy, ...editors.filter((editor) => editor !== null)])
  const canMerge = (user: string | null) => (ranks.get(user ?? '') ?? 0) >= rankOf('review')
  const common = { canMerge: canMerge(queuedBy), isEditedByOthers: !editors.every(canMerge) }
  const withoutContent = { ...common, hasConflicts: false, missing: [] }
  if (caller === undefined) return { ctx: undefined, step: nextStep({ ...withoutContent, canMerge: false }) }
  const ctx = contextOf(service, spaceRef, caller, ranks.get(queuedBy) ?? 0)
  if (!common.canMerge || common.isEditedByOthers) return { ctx, step: nextStep(withoutContent) }
  return { ctx, step: nextStep({ ...common, ...(await contentState(service, ctx, spaceRef, request)) }) }
}

async function editorsOf(
  { db }: Service,
  spaceRef: SpaceRef,
  { id, revision, queuedRevision }: ChangeRequestRow,
): Promise<readonly (string | null)[]> {
  if (queuedRevision === null || queuedRevision === revision) return []
  return editorsSince(db, spaceRef, id, queuedRevision)
}

async function contentState(
  { db }: Service,
  ctx: MergeContext,
  spaceRef: SpaceRef,
  request: ChangeRequestRow,
): Promise<Pick<QueuedState, 'hasConflicts' | 'missing'>> {
  const conflicts = request.outdated
    ? await requestConflicts(db, { ...spaceRef, changeRequestId: request.id })
    : []
  const missing: readonly MergeRule['rule'][] = (await requirementsOf(ctx, db, request))
    .filter(isMissing)
    .map(({ rule }) => rule.rule)
  return { hasConflicts: conflicts.length > 0, missing }
}

/** The request of the person who queued it, as if they sent it now. */
const contextOf = (
  service: Service,
  { organizationId }: SpaceRef,
  caller: Caller,
  rank: number,
): MergeContext => ({
  ...service,
  caller,
  access: { organizationId, role: roleOfRank(rank), organizationRole: null },
})

/** Runs a change of a request unless it changed since it was evaluated; then another job evaluates it again. */
async function whileUnchanged(
  { db }: Service,
  spaceRef: SpaceRef,
  { id, revision, queuedAt }: ChangeRequestRow,
  change: (tx: Tx, locked: ChangeRequestRow) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await writeIn(db, async (tx) => {
      await lockHead(tx, spaceRef)
      const locked = await lockChangeRequest(tx, spaceRef, id)
      const isUnchanged = locked.revision === revision && locked.queuedAt?.getTime() === queuedAt?.getTime()
      return isUnchanged && (await change(tx, locked))
    })
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Takes a request out of the queue, which changes nothing for the others. */
async function leave(
  service: Service,
  spaceRef: SpaceRef,
  request: ChangeRequestRow,
  reason: UnqueueReason,
): Promise<boolean> {
  await whileUnchanged(service, spaceRef, request, async (tx, locked) => {
    await unqueueChangeRequest(tx, { now: service.now, jobs: service.jobs }, spaceRef, locked, reason)
    return true
  })
  return false
}
