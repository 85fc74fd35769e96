import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/** Marks spaces as deleted, except those that already are, and increments their versions. */
export const markDeleted = (tx: Tx, organizationId: string, ids: readonly string[], by: string, now: Date) =>
  tx
    .updateTable('space')
    .set({ deleted_at: now, deleted_by: by, updated_at: now, updated_by: by, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['id', 'title', 'parent_id as parent'])
    .execute()

/** Spaces read per query. */
const BATCH_SIZE = 100

/** Spaces of all organizations deleted before a moment, oldest first, continuing after one of them. */
export function spacesExpired(
  db: Db,
  until: Date,
  after?: { readonly deletedAt: Date | null; readonly id: string },
) {
  const expired = db
    .selectFrom('space')
    .select(['organization_id as organizationId', 'id', 'deleted_at as deletedAt'])
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
  if (after === undefined) return expired.execute()
  return expired.where(sql<boolean>`(deleted_at, id) > (${after.deletedAt}, ${after.id})`).execute()
}

/** Locks a space deleted before a moment; undefined when it was restored or is locked by another process. */
export const lockExpiredSpace = (tx: Tx, organizationId: string, id: string, until: Date) =>
  tx
    .selectFrom('space')
    .select(['id', 'title', 'parent_id as parent', 'deleted_at as deletedAt'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', '<=', until)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/**
 * Deletes a space with everything that belongs only to it: history, pages, search index, links, files, field values
 * and imports.
 */
export const deleteSpace = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('space').where('organization_id', '=', organizationId).where('id', '=', id).execute()
