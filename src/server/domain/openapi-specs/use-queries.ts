import { sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db } from '../../db/client.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'

export type UseRow = {
  readonly spaceId: string
  readonly spaceTitle: string
  readonly pageId: string
  readonly title: string
  readonly path: string | null
  readonly emoji: string | null
}

/** One page of the pages that show operations of a specification, in the spaces the viewer may see. */
export async function usePage(
  db: Db,
  { organizationId, userId, membership }: Viewer,
  { slug, sourceUrl }: { readonly slug: string; readonly sourceUrl: string | null },
  { page, limit = DEFAULT_PAGE_SIZE }: Paging,
) {
  const access = spaceAccess(organizationId, membership)
  const names = sourceUrl === null ? [slug] : [slug, sourceUrl]
  const uses = sql`${collectionAccess(organizationId, userId, membership)},
    seen as materialized (
      select s.id, s.title from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0
    ), used as (
      select distinct link.space_id, link.page_id from page_link link
      where link.organization_id = ${organizationId} and link.kind = 'openapi' and link.target_id is not null
        and only_indexed(link.target_id) = any(${names}::text[]) and link.space_id in (select id from seen)
    )`
  const [spaceId, pageId] = page === undefined ? [] : decodeCursor(page, 2)
  const after =
    page === undefined
      ? sql`true`
      : sql`(used.space_id, used.page_id) > (${spaceId} collate "C", ${pageId} collate "C")`
  const [matches, countResult] = await Promise.all([
    sql<UseRow>`${uses} select used.space_id as "spaceId", seen.title as "spaceTitle", used.page_id as "pageId",
        page.title, page.path, page.emoji
      from used join seen on seen.id = used.space_id
      join page on page.organization_id = ${organizationId} and page.space_id = used.space_id
        and page.page_id = used.page_id
      where ${after} order by used.space_id, used.page_id limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<{ count: number }>`${uses} select count(*) as count from used`.execute(db),
  ])
  const rows = pageFromRows(matches.rows, limit, (row) => [row.spaceId, row.pageId])
  return { ...rows, count: countResult.rows[0]?.count ?? 0 }
}
