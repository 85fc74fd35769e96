import { requestConflicts } from '../../content/merge-request.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../notifications/record.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { changeRequestAuditEvent } from './audit-events.ts'
import { isMissing, type Merger, requirementsOf } from './merge-requirements.ts'
import { type ChangeRequestRow, changeRequestOf, lockChangeRequest } from './queries.ts'
import { queuedRequests } from './queue-queries.ts'
import { expectQueueable, expectWorthWaiting, type UnqueueReason, unqueueMessages } from './queue-rules.ts'
import { UNQUEUED, updateChangeRequest } from './write-queries.ts'

type Recorder = AuditActor & Pick<Service, 'jobs'>

/**
 * Refuses to queue a request that waiting won't get merged.
 * @throws {DomainError} `precondition_failed`
 */
export async function expectQueueingHelps(
  ctx: Merger & Pick<Service, 'db'>,
  request: ChangeRequestRow,
): Promise<void> {
  if (request.status !== 'open' || request.queuedAt !== null) return
  const { id, spaceId, outdated } = request
  const ref = { organizationId: ctx.access.organizationId, spaceId, changeRequestId: id }
  const conflicts = outdated ? await requestConflicts(ctx.db, ref) : []
  const missing = (await requirementsOf(ctx, ctx.db, request)).filter(isMissing)
  expectWorthWaiting(conflicts.length > 0, missing)
}

/**
 * Queues a request to be merged for a person; one that is queued stays as it is. The update enqueues the job.
 * @throws {DomainError} `not_found`, `invalid_state`
 */
export async function queueChangeRequest(
  tx: Tx,
  actor: Recorder,
  { changeRequestId, by, ...spaceRef }: SpaceRef & { readonly changeRequestId: string; readonly by: string },
): Promise<ChangeRequestRow> {
  const request = await lockChangeRequest(tx, spaceRef, changeRequestId)
  if (request.queuedAt !== null) return request
  expectQueueable(request, (await queuedRequests(tx, spaceRef)).length)
  const now = actor.now()
  await updateChangeRequest(
    tx,
    spaceRef.organizationId,
    request.id,
    { queued_by: by, queued_at: now, queued_revision: request.revision },
    now,
  )
  await recordAuditEvents(tx, actor, changeRequestAuditEvent('queue', request, { after: { queued: true } }))
  return changeRequestOf(tx, spaceRef, request.id)
}

/** Takes a locked request out of the queue, if it is queued, and records why. */
export async function unqueueChangeRequest(
  tx: Tx,
  actor: Recorder,
  { organizationId }: Pick<SpaceRef, 'organizationId'>,
  request: ChangeRequestRow,
  reason: UnqueueReason,
): Promise<void> {
  if (request.queuedAt === null) return
  await updateChangeRequest(tx, organizationId, request.id, UNQUEUED, actor.now())
  await recordUnqueue(tx, actor, { organizationId }, request, reason)
}

/** Records in the audit log why a request left the queue, and notifies those who wait for it. */
export async function recordUnqueue(
  tx: Tx,
  actor: Recorder,
  { organizationId }: Pick<SpaceRef, 'organizationId'>,
  request: ChangeRequestRow,
  reason: UnqueueReason,
): Promise<void> {
  const { id, spaceId, queuedBy, queuedAt, createdBy } = request
  await recordAuditEvents(tx, actor, {
    ...changeRequestAuditEvent('unqueue', request, {
      before: { queued: true },
      after: { queued: false, reason: unqueueMessages[reason] },
    }),
    organizationId,
  })
  const about = { kind: 'change-request', id } as const
  const isByService = actor.caller === undefined
  const hasConflicts = reason === 'conflicts'
  await recordEvent(tx, actor, {
    organizationId,
    // The same key as that of conflicts after a change of the space, so that people are notified once.
    key: hasConflicts ? `conflict/${id}/${request.revision}` : `merge_canceled/${id}/${queuedAt?.getTime()}`,
    about,
    access: { space: spaceId },
    changeRequest: id,
    actor: actor.caller?.userId ?? null,
    detail: unqueueMessages[reason],
    audience: [
      {
        reason: hasConflicts ? 'conflict' : 'merge_canceled',
        users: [queuedBy, isByService ? createdBy : null].filter((user) => user !== null),
      },
    ],
    scopes: [about, { kind: 'space', id: spaceId }],
  })
}
