import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import type { StoredStatus } from '../db/tables/change-requests.ts'
import { DomainError, notFound } from '../errors.ts'
import { followAutomatically } from '../notifications/follow-queries.ts'
import type { SpaceRef } from './space-ref.ts'

/** Identifies a change request and its space. */
export type RequestRef = SpaceRef & { readonly changeRequestId: string }

export type RequestHead = {
  readonly status: StoredStatus
  /** Its own latest revision. */
  readonly revision: string
  /** The revision of the space that it is based on. */
  readonly ancestor: string
}

const headQuery = (db: Db | Tx, { organizationId, spaceId, changeRequestId }: RequestRef) =>
  db
    .selectFrom('change_request')
    .select(['status', 'revision_id as revision'])
    .select((is) => is.fn.coalesce('revision_ancestor', 'revision_initial').as('ancestor'))
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('id', '=', changeRequestId)

/**
 * Keeps a space from being deleted until the transaction ends, without blocking edits. Taken before a request of the
 * space is locked: rows written for the request refer to the space, and locking it last could deadlock.
 * @throws {DomainError} `not_found` if it was deleted after the permission check
 */
export async function lockSpaceAgainstDeletion(tx: Tx, { organizationId, spaceId }: SpaceRef): Promise<void> {
  const space = await tx
    .selectFrom('space')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (space === undefined) throw notFound('space', spaceId)
}

/** Locks a change request until the transaction ends, and keeps its space from being deleted. */
export async function lockRequestHead(tx: Tx, ref: RequestRef): Promise<RequestHead> {
  await lockSpaceAgainstDeletion(tx, ref)
  const row = await headQuery(tx, ref).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw notFound('change request', ref.changeRequestId)
  return row
}

/** @throws {DomainError} `not_found` */
export async function requestHeadOf(db: Db | Tx, ref: RequestRef): Promise<RequestHead> {
  const row = await headQuery(db, ref).executeTakeFirst()
  if (row === undefined) throw notFound('change request', ref.changeRequestId)
  return row
}

/** @throws {DomainError} `invalid_state` if it is merged or archived: then it cannot be edited, updated or merged. */
export function expectEditable({ status }: { readonly status: StoredStatus }): void {
  if (status === 'draft' || status === 'open') return
  const then = status === 'archived' ? '; reopen it first' : ''
  throw new DomainError('invalid_state', `This change request is ${status}${then}`, { status })
}

/** The new revision of a request, and its new base if that changes. */
export type Advance = { readonly revision: string; readonly ancestor?: string; readonly now: Date }

export async function advanceRequest(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  { revision, ancestor, now }: Advance,
): Promise<void> {
  await tx
    .updateTable('change_request')
    .set({
      revision_id: revision,
      ...(ancestor === undefined ? {} : { revision_ancestor: ancestor }),
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', changeRequestId)
    .execute()
}

/** Counts an edit of a request or a comment on it for a contributor. */
export async function recordContribution(
  tx: Tx,
  { organizationId, spaceId, changeRequestId }: RequestRef,
  {
    by,
    contribution,
    now,
    isNew = true,
  }: {
    readonly by: string
    readonly contribution: 'edit' | 'comment'
    readonly now: Date
    /** False if it continues an edit that was counted. */
    readonly isNew?: boolean
  },
): Promise<void> {
  await followAutomatically(tx, {
    organizationId,
    spaceId,
    users: [by],
    objects: [{ kind: 'change-request', id: changeRequestId }],
    because: contribution === 'edit' ? 'edited' : 'commented',
    now,
  })
  await tx
    .insertInto('change_request_contributor')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      change_request_id: changeRequestId,
      user_id: by,
      contribution,
      updated_at: now,
    })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'change_request_id', 'user_id', 'contribution'])
        .doUpdateSet({ count: sql`change_request_contributor.count + ${isNew ? 1 : 0}`, updated_at: now }),
    )
    .execute()
}
