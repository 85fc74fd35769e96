import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'

/** Ids of the pages of a space's head whose text links to a file. */
export async function pagesUsingFile(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  fileId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('page_link')
    .select('page_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('kind', '=', 'file')
    .where(sql<boolean>`only_indexed(target_id) = ${fileId}`)
    .where('target_id', 'is not', null)
    .execute()
  return rows.map(({ page_id }) => page_id)
}
