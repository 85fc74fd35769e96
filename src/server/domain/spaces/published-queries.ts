import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { published, type RawSpace, type SpaceRow } from './queries.ts'

/** Whether a revision is the active one of its space, with the visibility of the space and its place on a site. */
export async function publishedRevision(
  db: Db | Tx,
  organizationId: string,
  spaceId: string,
  revisionId: string,
): Promise<Pick<SpaceRow, 'visibility' | 'publishedAt'> | undefined> {
  const { rows } = await sql<Pick<RawSpace, 'visibility' | 'basename' | 'sitePath'>>`
    select s.visibility, on_site.basename, on_site.path as "sitePath" from space s ${published}
    where s.organization_id = ${organizationId} and s.id = ${spaceId} and s.revision_id = ${revisionId}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined || row.basename === null) return undefined
  return { visibility: row.visibility, publishedAt: { basename: row.basename, path: row.sitePath ?? '' } }
}
