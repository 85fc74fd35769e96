import { sql } from 'kysely'
import { defaultLimit, type Paging } from '#contract/shared/paging.ts'
import { fileColumns } from '../../content/files.ts'
import type { SpaceRef } from '../../content/place.ts'
import type { Db } from '../../db/client.ts'
import { cut, decodeCursor, pageOf } from '../../db/page.ts'

/** The files of the space, oldest first, with their number. */
export async function filePage(db: Db, { organizationId, spaceId }: SpaceRef, paging: Paging) {
  const files = db
    .selectFrom('file')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
  const [page, counted] = await Promise.all([
    pageOf(
      files.select(fileColumns),
      { columns: ['created_at', 'file_id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    files.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: counted?.count ?? 0 }
}

/** Ids of the pages whose text links to a file or page. */
export async function linkingPages(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  target: { readonly kind: 'page' | 'file'; readonly id: string },
  paging: Paging,
) {
  const pages = db
    .selectFrom('page_link')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('kind', '=', target.kind)
    .where(sql<boolean>`only_indexed(target_id) = ${target.id}`)
    .where('target_id', 'is not', null)
  const [page, counted] = await Promise.all([
    pageOf(
      pages.select('page_id as page').groupBy('page_id'),
      { columns: ['page_id'], keyOf: (row) => [row.page] },
      paging,
    ),
    pages.select((count) => count.fn.count<number>('page_id').distinct().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: counted?.count ?? 0 }
}

export type LinkStatus = 'ok' | 'broken' | 'in-app'

/** One thing that is linked to, with the pages whose texts do. */
export type LinkRow = {
  readonly kind: 'page' | 'file' | 'anchor' | 'url' | 'unresolved'
  readonly targetId: string | null
  readonly anchor: string | null
  readonly url: string | null
  readonly status: LinkStatus
  readonly pages: readonly string[]
  readonly place: string
}

export type LinkSelection = {
  /** Only links of this page. */
  readonly pageId?: string | undefined
  readonly status?: LinkStatus | undefined
  /** The service's own address: what begins with it leads into the application. */
  readonly base: string
}

/** The links of a space or a page, one row for each thing linked to, in the order of first mention. */
export async function linkPage(db: Db, at: SpaceRef, selection: LinkSelection, paging: Paging) {
  const items = linkItems(at, selection)
  const only = selection.status === undefined ? sql`true` : sql`status = ${selection.status}`
  const after = paging.page === undefined ? sql`true` : sql`place > ${decodeCursor(paging.page, 1)[0]}`
  const limit = paging.limit ?? defaultLimit
  const [found, counted] = await Promise.all([
    sql<LinkRow>`${items} select kind, target_id as "targetId", anchor, url, status, pages, place from item
      where ${only} and ${after} order by place limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<{ total: number; broken: number; count: number }>`${items} select count(*) as total,
      count(*) filter (where status = 'broken') as broken, count(*) filter (where ${only}) as count from item`.execute(
      db,
    ),
  ])
  const page = cut(found.rows, limit, (row) => [row.place])
  return { ...page, ...(counted.rows[0] ?? { total: 0, broken: 0, count: 0 }) }
}

const linkItems = (
  { organizationId, spaceId }: SpaceRef,
  { pageId, base }: LinkSelection,
) => sql`with link as (
    select l.kind, l.target_id, l.anchor, l.url, l.page_id,
      (l.page_id || ' ' || lpad(l.ordinal::text, 7, '0')) collate "C" as place,
      case
        when l.kind = 'page' and not exists (select from page p where p.organization_id = l.organization_id
          and p.space_id = l.space_id and p.page_id = l.target_id) then 'broken'
        when l.kind = 'file' and not exists (select from file f where f.organization_id = l.organization_id
          and f.space_id = l.space_id and f.file_id = l.target_id) then 'broken'
        when l.kind = 'unresolved' then 'broken'
        when l.kind = 'url' and (l.url = ${base} or starts_with(l.url, ${`${base}/`})) then 'in-app'
        else 'ok'
      end as status
    from page_link l
    where l.organization_id = ${organizationId} and l.space_id = ${spaceId}
      and ${pageId === undefined ? sql`true` : sql`l.page_id = ${pageId}`}
  ), item as (
    select kind, target_id, anchor, url, status, min(place) as place, array_agg(distinct page_id) as pages
    from link
    group by kind, target_id, anchor, url, status, case when kind = 'anchor' then page_id end
  )`
