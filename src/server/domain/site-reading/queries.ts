import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'

/** The active revision of a space that is not in the trash. */
export const activeRevision = async (
  db: Db,
  { organizationId, spaceId }: SpaceRef,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('space')
    .select('revision_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.revision_id
}

/** Whether a revision of the space, not of a change request, was or became the active one at or after a time. */
export async function wasActiveSince(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  revisionId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isActive: boolean }>`
    select not exists (select from revision newer where newer.organization_id = r.organization_id
        and newer.space_id = r.space_id and newer.change_request_id is null
        and newer.created_at > r.created_at and newer.created_at <= ${since}) as "isActive"
    from revision r where r.organization_id = ${organizationId} and r.space_id = ${spaceId}
      and r.id = ${revisionId} and r.change_request_id is null`.execute(db)
  return rows[0]?.isActive ?? false
}

/** The pages of some spaces that show operations of a specification, named by its slug or its URL. */
export async function pagesWithSpec(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
  specSlug: string,
): Promise<readonly { readonly spaceId: string; readonly pageId: string }[]> {
  if (spaceIds.length === 0) return []
  const { rows } = await sql<{ spaceId: string; pageId: string }>`
    select distinct link.space_id as "spaceId", link.page_id as "pageId" from openapi_spec spec
    join page_link link on link.organization_id = spec.organization_id and link.kind = 'openapi'
      and link.target_id is not null and only_indexed(link.target_id) in (spec.slug, spec.source_url)
    where spec.organization_id = ${organizationId} and spec.slug = ${specSlug}
      and link.space_id = any(${spaceIds}::text[])`.execute(db)
  return rows
}
