import { sql } from 'kysely'
import { asJson, type Db } from '../../db/client.ts'
import type { Overlap } from './rules.ts'

/** The spaces without a page. */
export async function spacesWithoutPages(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${spaceIds}::text[]) as space (id)
    where not exists (select from page where organization_id = ${organizationId} and space_id = space.id
      and type = 'document')`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export type HiddenPage = {
  readonly siteSpaceId: string
  readonly by: string
  readonly pageId: string
  readonly path: string
}

const hash = (path: ReturnType<typeof sql>) => sql`hashtextextended(${path}, 0)::text`

/** The pages whose address leads to another space: at its root, and below it where it has a page. Ordered by path. */
export async function hiddenPages(
  db: Db,
  organizationId: string,
  overlaps: readonly Overlap[],
): Promise<readonly HiddenPage[]> {
  if (overlaps.length === 0) return []
  const pageAt = (path: ReturnType<typeof sql>) => sql`lateral (select page_id, path from page
      where organization_id = ${organizationId} and space_id = lap."spaceId" and type = 'document'
        and only_indexed(hashtextextended(path, 0)::text) = ${hash(path)} and path = ${path} offset 0)`
  const { rows } = await sql<HiddenPage>`
    with lap as (select * from jsonb_to_recordset(${asJson(overlaps)}::jsonb)
      as overlap ("siteSpaceId" text, "spaceId" text, by text, "bySpaceId" text, path text))
    select lap."siteSpaceId", lap.by, page.page_id as "pageId", page.path
      from lap cross join ${pageAt(sql`lap.path`)} as page
    union
    select lap."siteSpaceId", lap.by, page.page_id, page.path
      from lap
      join page other on other.organization_id = ${organizationId} and other.space_id = lap."bySpaceId"
        and other.type = 'document'
      cross join ${pageAt(sql`lap.path || '/' || other.path`)} as page
    order by path, "pageId", by`.execute(db)
  return rows
}
