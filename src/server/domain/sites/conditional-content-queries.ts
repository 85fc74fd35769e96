import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Db, Tx } from '../../db/client.ts'

/** The spaces of a site that are not in the trash. */
export async function shownSpaceIds(
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct space.id from site_space shown
    join space on space.organization_id = shown.organization_id and space.id = shown.space_id
    where shown.organization_id = ${organizationId} and shown.site_id = ${siteId}
      and space.deleted_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many header links of a site and of its spaces have a condition. */
export async function conditionalLinkCount(
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<number> {
  const conditions = (column: string) =>
    sql`jsonb_array_length(jsonb_path_query_array(${sql.ref(column)}::jsonb,
      '$.header.links[*].condition ? (@ != null && @ != "")'))`
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(links), 0)::int as count from (
      select ${conditions('customization')} as links from site_customization
        where organization_id = ${organizationId} and site_id = ${siteId}
      union all
      select ${conditions('overrides')} from site_space_customization
        where organization_id = ${organizationId} and site_id = ${siteId}) as one`.execute(db)
  return rows[0]?.count ?? 0
}
