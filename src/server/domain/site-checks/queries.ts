import { sql } from 'kysely'
import { spacePrefix } from '../../content/dashboard-links.ts'
import { asJson, type Db } from '../../db/client.ts'
import { type Elsewhere, isMissingElsewhere } from '../space-links/across-queries.ts'
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

/**
 * How many pages of other spaces each of some spaces links to, if neither these spaces nor a public site has them: their
 * dashboard URLs are not replaced on a site that shows these spaces. Pages that moved count where they are now; broken
 * links don't count.
 */
export async function dashboardLinks(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
  elsewhere: Elsewhere,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ space: string; count: number }>`
    with target as (
      select space_id, address, split_part(address, '/p/', 1) as to_space, split_part(address, '/p/', 2) as to_page
      from (select distinct space_id, page_in_url(url) as address from page_link l
        where organization_id = ${organizationId} and space_id = any(${spaceIds}::text[])
          and kind = 'url' and url like '%/s/%/p/%' and starts_with(url, ${spacePrefix(elsewhere.base)})
          and not ${isMissingElsewhere(elsewhere)}) linked
      where address is not null
    )
    select target.space_id as space, count(*)::integer as count from target
    where not exists (select from page where page.organization_id = ${organizationId}
        and page.space_id = any(${spaceIds}::text[]) and page.space_id = target.to_space
        and page.page_id = target.to_page)
      and not exists (select from relocated_page moved
        join page on page.organization_id = moved.organization_id and page.space_id = moved.to_space_id
          and page.page_id = moved.to_page_id
        where moved.organization_id = ${organizationId} and moved.space_id = target.to_space
          and moved.page_id = target.to_page and moved.to_space_id = any(${spaceIds}::text[]))
      and not exists (select from page
        join site_space shown on shown.organization_id = page.organization_id and shown.space_id = page.space_id
        join site on site.organization_id = shown.organization_id and site.id = shown.site_id
          and site.published and site.visibility = 'public'
        where page.organization_id = ${organizationId} and page.type = 'document'
          and (page.space_id, page.page_id) in (select target.to_space, target.to_page
            union all select to_space_id, to_page_id from relocated_page moved
              where moved.organization_id = ${organizationId} and moved.space_id = target.to_space
                and moved.page_id = target.to_page))
    group by target.space_id`.execute(db)
  return new Map(rows.map(({ space, count }) => [space, count]))
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
