import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { SpaceRef } from './space-ref.ts'

/** A page in a space. */
export type PageAddress = { readonly spaceId: string; readonly pageId: string }

/** A page that moved from one space to another. */
export type Relocation = PageAddress & {
  readonly to: PageAddress
  /** The slug it had where it was. */
  readonly slug: string
  readonly movedBy: string | null
  readonly movedAt: Date
}

const columns = sql`space_id as "spaceId", page_id as "pageId",
  json_build_object('spaceId', to_space_id, 'pageId', to_page_id) as "to", slug, moved_by as "movedBy",
  moved_at as "movedAt"`

/** Where pages are that left their space, by `<space>/<page>`. Those that exist where they were are included. */
export async function relocationsOf(
  db: Db | Tx,
  organizationId: string,
  pages: readonly PageAddress[],
): Promise<ReadonlyMap<string, PageAddress>> {
  if (pages.length === 0) return new Map()
  const { rows } = await sql<Relocation>`select ${columns} from relocated_page
    where organization_id = ${organizationId} and (space_id, page_id) in (
      select * from jsonb_to_recordset(${asJson(pages)}::jsonb) as input ("spaceId" text, "pageId" text))`.execute(
    db,
  )
  return new Map(rows.map(({ to, ...from }) => [addressKey(from), to]))
}

export const addressKey = ({ spaceId, pageId }: PageAddress): string => `${spaceId}/${pageId}`

/** The page in another space that was at this path before; undefined if there is none. */
export async function relocatedFrom(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  path: string,
): Promise<PageAddress | undefined> {
  const { rows } = await sql<PageAddress>`
    select page.to_space_id as "spaceId", page.to_page_id as "pageId" from relocated_path former
    join relocated_page page using (organization_id, space_id, page_id)
    where former.organization_id = ${organizationId} and former.space_id = ${spaceId}
      and only_indexed(hashtextextended(former.path, 0)::text) = hashtextextended(${path}::text, 0)::text
      and former.path = ${path}::text
    order by former.moved_at desc limit 1`.execute(db)
  return rows[0]
}

/** Where pages of a space were before, the latest first. */
export async function relocationsTo(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<readonly Relocation[]> {
  if (pages.length === 0) return []
  const { rows } = await sql<Relocation>`select ${columns} from relocated_page
    where organization_id = ${organizationId} and to_space_id = ${spaceId} and to_page_id = any(${pages}::text[])
    order by moved_at desc, space_id`.execute(db)
  return rows.map((row) => ({ ...row, movedAt: new Date(row.movedAt) }))
}

/** Former paths of pages in a space. */
export type FormerPath = { readonly page_id: string; readonly path: string }

/** The paths that redirect to these pages of a space. */
export const formerPathsOf = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<FormerPath[]> =>
  tx
    .selectFrom('moved_page')
    .select(['page_id', 'path'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('page_id', '=', is.fn.any(is.val([...pages]))))
    .execute()

/** The paths that pages had in a space before they left it. */
export const relocatedPathsOf = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<FormerPath[]> =>
  tx
    .selectFrom('relocated_path')
    .select(['page_id', 'path'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('page_id', '=', is.fn.any(is.val([...pages]))))
    .execute()

export type NewRelocation = {
  readonly page_id: string
  readonly to_page_id: string
  readonly slug: string
  /** The paths in the space that it leaves. */
  readonly paths: readonly string[]
}

type RecordOptions = {
  readonly from: SpaceRef
  readonly toSpaceId: string
  readonly pages: readonly NewRelocation[]
  readonly by: string
  readonly now: Date
}

/** Records where pages went, also for the spaces that they left before; they left none of those that they return to. */
export async function recordRelocations(
  tx: Tx,
  { from: { organizationId, spaceId }, toSpaceId, pages, by, now }: RecordOptions,
): Promise<void> {
  const input = sql`jsonb_to_recordset(${asJson(pages)}::jsonb)
    as input (page_id text, to_page_id text, slug text, paths jsonb)`
  await sql`delete from relocated_page returned using ${input}
    where returned.organization_id = ${organizationId} and returned.space_id = ${toSpaceId}
      and returned.page_id = input.to_page_id`.execute(tx)
  await sql`update relocated_page earlier set to_space_id = ${toSpaceId}, to_page_id = input.to_page_id from ${input}
    where earlier.organization_id = ${organizationId} and earlier.to_space_id = ${spaceId}
      and earlier.to_page_id = input.page_id`.execute(tx)
  await sql`delete from relocated_page again using ${input}
    where again.organization_id = ${organizationId} and again.space_id = ${spaceId}
      and again.page_id = input.page_id`.execute(tx)
  await sql`insert into relocated_page (organization_id, space_id, page_id, to_space_id, to_page_id, slug, moved_by, moved_at)
    select ${organizationId}, ${spaceId}, page_id, ${toSpaceId}, to_page_id, slug, ${by}, ${now}::timestamptz from ${input}`.execute(
    tx,
  )
  await sql`insert into relocated_path (organization_id, space_id, path, page_id, moved_at)
    select ${organizationId}, ${spaceId}, former.path, page_id, ${now}::timestamptz from ${input}
    cross join lateral jsonb_array_elements_text(paths) as former (path)`.execute(tx)
}

/** Forgets which pages came from a space or went there, when it leaves the organization. */
export async function deleteRelocations(tx: Tx, { organizationId, spaceId }: SpaceRef): Promise<void> {
  await sql`delete from relocated_page where organization_id = ${organizationId}
    and (space_id = ${spaceId} or to_space_id = ${spaceId})`.execute(tx)
}
