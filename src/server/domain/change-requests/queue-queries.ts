import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'

/** The ids of the queued requests of a space, in their order; none if the space is deleted. */
export async function queuedRequests(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('change_request')
    .innerJoin('space', (join) =>
      join
        .onRef('space.organization_id', '=', 'change_request.organization_id')
        .onRef('space.id', '=', 'change_request.space_id'),
    )
    .select('change_request.id')
    .where('change_request.organization_id', '=', organizationId)
    .where('change_request.space_id', '=', spaceId)
    .where('change_request.queued_at', 'is not', null)
    .where('space.deleted_at', 'is', null)
    .orderBy('change_request.queued_at')
    .orderBy('change_request.number')
    .execute()
  return rows.map(({ id }) => id)
}

/** Enqueues the job of every space where requests are queued. */
export const checkMergeQueues = (db: Db) =>
  sql`select merge_when_ready(organization_id, space_id) from (select distinct organization_id, space_id
    from change_request where queued_at is not null order by organization_id, space_id) queued`.execute(db)

/** Who edited a request after one of its revisions; null for an edit without an author. */
export async function editorsSince(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  changeRequestId: string,
  revision: string,
): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{
    editor: string | null
  }>`select distinct unnest(co_authors || created_by) as editor from revision
    where organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}
      and (created_at, id) > (select created_at, id from revision
        where organization_id = ${organizationId} and id = ${revision})`.execute(db)
  return rows.map(({ editor }) => editor)
}
