import type { SpaceRef } from '../../content/space-ref.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../notifications/record.ts'
import { recordSpaceChange } from '../../notifications/space-changes.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { changeRequestAuditEvent } from './audit-events.ts'
import { changeRequestOf } from './queries.ts'
import { countStatus, updateChangeRequest } from './write-queries.ts'

type Merge = SpaceRef & {
  readonly changeRequestId: string
  /** The revision of the space that resulted. */
  readonly revision: string
  readonly by: string
  /** Why merge rules were bypassed. */
  readonly bypassReason?: string | undefined
  /** The service merged it for the person who queued it. */
  readonly isQueued?: boolean | undefined
}

/** Records a merge in the request's row, the space's counts and the audit log. */
export async function finishMerge(
  tx: Tx,
  actor: AuditActor & Pick<Service, 'jobs'>,
  { changeRequestId, revision, by, bypassReason, isQueued = false, ...spaceRef }: Merge,
): Promise<void> {
  const before = await changeRequestOf(tx, spaceRef, changeRequestId)
  const now = actor.now()
  const merge = { status: 'merged' as const, revision_merged: revision, merged_by: by, merged_at: now }
  await updateChangeRequest(tx, spaceRef.organizationId, before.id, merge, now)
  await countStatus(tx, spaceRef, { from: before.status, to: 'merged' })
  await recordSpaceChange(tx, actor, spaceRef)
  const request = { kind: 'change-request', id: before.id } as const
  const space = { kind: 'space', id: spaceRef.spaceId } as const
  await recordEvent(tx, actor, {
    organizationId: spaceRef.organizationId,
    key: `merged/${before.id}`,
    about: request,
    access: { space: spaceRef.spaceId },
    changeRequest: before.id,
    actor: isQueued ? null : by,
    audience: [
      { reason: 'merged', followersOf: [request] },
      { reason: 'merged', users: before.queuedBy === null ? [] : [before.queuedBy] },
    ],
    scopes: [request, space],
  })
  const sides = {
    before: { status: before.status },
    after: {
      status: 'merged',
      revisionMerged: revision,
      bypassReason,
      ...(isQueued ? { mergedWhenReady: true } : {}),
    },
  }
  await recordAuditEvents(tx, actor, {
    ...changeRequestAuditEvent('merge', before, sides),
    organizationId: spaceRef.organizationId,
  })
}
