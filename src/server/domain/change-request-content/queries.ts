import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'

/** Ids of the pages of a space's head whose text links to a file or page. */
export async function pagesLinkingTo(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  { kind, id }: { readonly kind: 'file' | 'page'; readonly id: string },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('page_link')
    .select('page_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where(sql<boolean>`only_indexed(target_id) = ${id}`)
    .where('target_id', 'is not', null)
    .execute()
  return rows.map(({ page_id }) => page_id)
}
