import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'

/** When a page was last edited. @throws {DomainError} `not_found` */
export async function pageEditedAt(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
): Promise<Date> {
  const page = await db
    .selectFrom('page')
    .select('updated_at as updatedAt')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  if (page === undefined) throw notFound('page', pageId)
  return page.updatedAt
}

/**
 * Who made the edits of a moment: a page has the time of the revision that changed it, also if that was merged, or is in
 * the history of a space that the page was in before.
 */
export async function editorAt(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  { pageId, at }: { readonly pageId: string; readonly at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ by: string | null }>`select created_by as by from revision
    where space_id = any(array(select ${spaceId}::text union all select space_id from relocated_page
        where organization_id = ${organizationId} and to_space_id = ${spaceId} and to_page_id = ${pageId}))
      and organization_id = ${organizationId} and created_at = ${at}
    order by space_id <> ${spaceId}, change_request_id is null limit 1`.execute(db)
  return rows[0]?.by ?? null
}
