import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Tx } from '../../db/client.ts'
import type { StoredStatus } from '../../db/tables/change-requests.ts'
import { notFound } from '../../errors.ts'

/**
 * Counts a new draft in its space, which stays locked until the transaction ends.
 * @returns the request's number, and the head revision it is based on
 */
export async function countNewChangeRequest(tx: Tx, { organizationId, spaceId }: SpaceRef) {
  const row = await tx
    .updateTable('space')
    .set({
      change_requests: sql`change_requests + 1`,
      change_requests_draft: sql`change_requests_draft + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .returning(['change_requests as number', 'revision_id as revision'])
    .executeTakeFirst()
  if (row === undefined) throw notFound('space', spaceId)
  return row
}

/** Updates the counts of a space, which has to be locked, when a request changes its status. */
export async function countStatus(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  { from, to }: { readonly from: StoredStatus; readonly to: StoredStatus },
): Promise<void> {
  const step = (status: StoredStatus) => Number(to === status) - Number(from === status)
  if (step('open') === 0 && step('draft') === 0) return
  await tx
    .updateTable('space')
    .set({
      change_requests_open: sql`change_requests_open + ${step('open')}`,
      change_requests_draft: sql`change_requests_draft + ${step('draft')}`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .execute()
}

export type NewChangeRequest = SpaceRef & {
  readonly id: string
  readonly number: number
  readonly subject: string
  readonly revision: string
  readonly by: string
  readonly now: Date
}

export const insertChangeRequest = (tx: Tx, request: NewChangeRequest) =>
  tx
    .insertInto('change_request')
    .values({
      organization_id: request.organizationId,
      space_id: request.spaceId,
      id: request.id,
      number: request.number,
      subject: request.subject,
      revision_id: request.revision,
      revision_initial: request.revision,
      created_by: request.by,
      created_at: request.now,
      updated_at: request.now,
    })
    .execute()

export type ChangeRequestUpdate = Partial<{
  subject: string
  description: string
  status: StoredStatus
  revision_merged: string
  merged_by: string
  merged_at: Date
  queued_by: string | null
  queued_at: Date | null
  queued_revision: string | null
}>

/** Only open requests are in the merge queue. */
export const UNQUEUED = { queued_by: null, queued_at: null, queued_revision: null } as const

/** Updates fields of a request and increments its version. */
export const updateChangeRequest = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: ChangeRequestUpdate,
  now: Date,
) =>
  tx
    .updateTable('change_request')
    .set({
      ...change,
      ...(change.status === undefined || change.status === 'open' ? {} : UNQUEUED),
      updated_at: now,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Updates only the time of the last change, for example when a review was added. */
export const touchChangeRequest = (tx: Tx, organizationId: string, id: string, now: Date) =>
  tx
    .updateTable('change_request')
    .set({ updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
