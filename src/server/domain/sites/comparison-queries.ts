import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/** How many pages with an address each of the spaces has; those without any are left out. */
export async function pageCounts(
  db: Db | Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('page')
    .select(({ fn }) => ['space_id as spaceId', fn.countAll<number>().as('pages')])
    .where('organization_id', '=', organizationId)
    .where((is) => is('space_id', '=', is.fn.any(is.val([...spaceIds]))))
    .where('type', '=', 'document')
    .where('path', 'is not', null)
    .groupBy('space_id')
    .execute()
  return new Map(rows.map(({ spaceId, pages }) => [spaceId, pages]))
}

/** Redirects of a site that begin at one of these paths, written as keys. */
export async function redirectsAt(
  db: Db | Tx,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  keys: readonly string[],
): Promise<{ id: string; source: string }[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('site_redirect')
    .select(['id', 'source'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', id)
    .where('draft', '=', false)
    .where((is) => is('source_key', '=', is.fn.any(is.val([...keys]))))
    .orderBy('source_key')
    .execute()
}

/** How many links lead from the pages of some spaces to each of some others. */
export async function linksTo(
  db: Db | Tx,
  organizationId: string,
  to: readonly string[],
  from: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (to.length === 0 || from.length === 0) return new Map()
  const { rows } = await sql<{ spaceId: string; links: number }>`
    select target.space_id as "spaceId", count(*) as links from page target
    cross join lateral (select 1 from page_link link
      where only_indexed(link.target_id) = target.page_id and link.kind = 'page'
        and link.organization_id = ${organizationId} and link.space_id = any(${from}::text[]) offset 0) as links
    where target.organization_id = ${organizationId} and target.space_id = any(${to}::text[])
    group by target.space_id`.execute(db)
  return new Map(rows.map(({ spaceId, links }) => [spaceId, links]))
}
