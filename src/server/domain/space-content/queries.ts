import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import { fileColumns } from '../../content/files.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

/** The filters and order of a list of files. */
export type FileSelection = Paging & {
  readonly unused?: boolean | undefined
  readonly images?: boolean | undefined
  readonly search?: string | undefined
  readonly sort?: 'createdAt' | 'name' | 'size'
  readonly direction?: 'asc' | 'desc'
}

const sortColumns = { createdAt: 'created_at', name: 'sorted_name', size: 'size' } as const

/** One page of the files of a space with their count; files in `byFields` count as used. */
export async function filePage(
  db: Db,
  at: SpaceRef,
  { unused, images, search, sort = 'createdAt', direction = 'asc', ...paging }: FileSelection,
  byFields: readonly string[],
) {
  const files = db
    .selectFrom(
      db
        .selectFrom('file')
        .selectAll()
        .select(sql<string>`lower(name) collate "C"`.as('sorted_name'))
        .where('organization_id', '=', at.organizationId)
        .where('space_id', '=', at.spaceId)
        .as('file'),
    )
    .$if(unused !== undefined, (all) => all.where(isUsed(at, unused ?? false, byFields)))
    .$if(images !== undefined, (all) => all.where('content_type', images ? 'like' : 'not like', 'image/%'))
    .$if(search !== undefined && search.trim() !== '', (all) =>
      all.where(sql<boolean>`position(lower(${search?.trim() ?? ''}) in lower(name)) > 0`),
    )
  const [page, countResult] = await Promise.all([
    pageOf(
      files.select([...fileColumns, 'sorted_name as sortedName']),
      {
        columns: [sortColumns[sort], 'file_id'],
        keyOf: (row) => [{ createdAt: row.createdAt, name: row.sortedName, size: row.size }[sort], row.id],
        direction,
      },
      paging,
    ),
    files.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

/** The pages whose texts contain download URLs of files, with the ids of those files. */
const byAddress = ({ organizationId, spaceId }: SpaceRef) => {
  const folder = `/files/${spaceId}/`
  return sql`select split_part(split_part(url, ${folder}, 2), '/', 1) as file_id, page_id from page_link
    where organization_id = ${organizationId} and space_id = ${spaceId} and kind in ('url', 'unresolved')
      and position(${folder} in url) > 0`
}

/** A text uses a file by a link or by its download URL. */
function isUsed(at: SpaceRef, unused: boolean, byFields: readonly string[]) {
  const used = sql<boolean>`(file_id = any(${byFields}::text[])
    or exists (select from page_link l where l.organization_id = file.organization_id and l.space_id = file.space_id
      and l.kind = 'file' and l.target_id is not null and only_indexed(l.target_id) = file.file_id)
    or file_id in (select file_id from (${byAddress(at)}) addressed))`
  return unused ? sql<boolean>`not ${used}` : used
}

/** The pages that use some files, by file id, including those in `byFields`. */
export async function pagesUsing(
  db: Db,
  at: SpaceRef,
  ids: readonly string[],
  byFields: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ file: string; page: string }>`
    select requested.file, linked.page_id as page from unnest(${ids}::text[]) as requested (file)
    cross join lateral (select distinct page_id from page_link where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId} and kind = 'file' and target_id is not null
      and only_indexed(target_id) = requested.file offset 0) as linked
    union select file_id, page_id from (${byAddress(at)}) addressed where file_id = any(${ids}::text[])`.execute(
    db,
  )
  const uses = new Map<string, Set<string>>(ids.map((id) => [id, new Set(byFields.get(id))]))
  for (const { file, page } of rows) uses.get(file)?.add(page)
  return uses
}

/** One page of the ids of pages that link to a file or page in their text, and of those in `byFields`. */
export async function linkingPages(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  target: { readonly kind: 'page' | 'file'; readonly id: string; readonly byFields: readonly string[] },
  paging: Paging,
) {
  const pages = db.selectFrom(
    sql<{ page: string }>`(select page_id as page from page_link
      where organization_id = ${organizationId} and space_id = ${spaceId} and kind = ${target.kind}
        and target_id is not null and only_indexed(target_id) = ${target.id}
      union select page_id from (${byAddress({ organizationId, spaceId })}) addressed
        where ${target.kind} = 'file' and file_id = ${target.id}
      union select unnest(${target.byFields}::text[]))`.as('linking'),
  )
  const [page, countResult] = await Promise.all([
    pageOf(pages.select('page'), { columns: ['page'], keyOf: (row) => [row.page] }, paging),
    pages.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

/** How many pages of a space show each of its variables, directly or in reusable content. */
export async function pagesByVariable(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; pages: number }>`
    select target_id as name, count(distinct page_id)::integer as pages from page_link
    where organization_id = ${organizationId} and space_id = ${spaceId} and kind = 'variable' and anchor is null
    group by target_id`.execute(db)
  return new Map(rows.map(({ name, pages }) => [name, pages]))
}

/** How many pages of a space show each of these reusable contents, directly or through others. */
export async function pagesByReusable(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; pages: number }>`
    select reusable.id, shown.pages from unnest(${ids}::text[]) as reusable (id)
    cross join lateral (select count(distinct page_id)::integer as pages from page_link
      where organization_id = ${organizationId} and space_id = ${spaceId} and kind = 'reusable'
        and target_id is not null and only_indexed(target_id) = reusable.id collate "C" offset 0) as shown`.execute(
    db,
  )
  return new Map(rows.map(({ id, pages }) => [id, pages]))
}
