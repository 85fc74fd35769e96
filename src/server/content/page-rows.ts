import { type RawBuilder, sql } from 'kysely'
import { asJson, type Db, prepared, type Tx, writes } from '../db/client.ts'
import type { PageEntry } from './entries.ts'
import { bytesOf, type Hash } from './objects.ts'
import type { SpaceRef } from './space-ref.ts'

// Joins here are lateral lookups whose order the planner cannot change (`offset 0`), through `only_indexed` where the
// primary key does not apply: the planner has no statistics for a space that was filled a moment ago.

/** A page of the head as a row of the table. */
export type PageRow = {
  readonly entry: PageEntry
  readonly parent: string | null
  readonly path: string | null
}

const hex = (hash: Hash | undefined) => (hash === undefined ? null : bytesOf(hash).toString('hex'))

/** Parents of the pages and of their ancestors. */
export async function parentsOf(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{
    page_id: string
    parent_id: string | null
  }>`${prepared}with recursive line as (
      select page_id, parent_id from page
      where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${ids}::text[])
      union
      select above.page_id, above.parent_id from line cross join lateral (
        select page_id, parent_id from page where organization_id = ${organizationId}
          and space_id = ${spaceId} and page_id = line.parent_id offset 0) as above
    )
    select page_id, parent_id from line`.execute(db)
  return new Map(rows.map((row) => [row.page_id, row.parent_id]))
}

/** Current paths of some pages and of their descendants. */
export async function pathsBelow(tx: Tx, { organizationId, spaceId }: SpaceRef, ids: readonly string[]) {
  const { rows } = await sql<{ page_id: string; path: string | null }>`
    with recursive below as (
      select page_id, path from page
      where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${ids}::text[])
      union
      select child.page_id, child.path from below cross join lateral (
        select page_id, path from page where organization_id = ${organizationId} and space_id = ${spaceId}
          and only_indexed(parent_id) = below.page_id offset 0) as child
    )
    select page_id, path from below`.execute(tx)
  return rows
}

/** Inserts or updates pages, and deletes former paths of others that they have now. */
export async function writePages(tx: Tx, at: SpaceRef, rows: readonly PageRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 1000) {
    const batch = rows.slice(from, from + 1000).map(({ entry, parent, path }) => ({
      page_id: entry.id,
      parent_id: parent,
      type: entry.type,
      slug: entry.slug,
      path,
      title: entry.title,
      emoji: entry.emoji,
      icon: entry.icon,
      description: entry.description,
      hidden: entry.hidden ?? false,
      no_index: entry.noIndex ?? false,
      body: hex(entry.body),
      created_at: entry.createdAt,
      updated_at: entry.updatedAt,
    }))
    await sql`${prepared}${writes}with written as (insert into page (organization_id, space_id, page_id, parent_id, type, slug, path, title, emoji, icon,
        description, hidden, no_index, body, created_at, updated_at)
      select ${at.organizationId}, ${at.spaceId}, page_id, parent_id, type, slug, path, title, emoji, icon,
        description, hidden, no_index, decode(body, 'hex'), created_at, updated_at
      from jsonb_to_recordset(${asJson(batch)}::jsonb) as input (page_id text, parent_id text, type text,
        slug text, path text, title text, emoji text, icon text, description text, hidden boolean,
        no_index boolean, body text, created_at timestamptz, updated_at timestamptz)
      on conflict (organization_id, space_id, page_id) do update set parent_id = excluded.parent_id,
        type = excluded.type, slug = excluded.slug, path = excluded.path, title = excluded.title,
        emoji = excluded.emoji, icon = excluded.icon, description = excluded.description,
        hidden = excluded.hidden, no_index = excluded.no_index, body = excluded.body,
        created_at = excluded.created_at, updated_at = excluded.updated_at
      returning path)
      ${deletionOfMoves(at, sql`written`)}`.execute(tx)
  }
}

/** Updates the paths of all descendants of some pages. */
export async function updatePathsBelow(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
) {
  await sql`with recursive below as (
      select ctid as row, page_id, path from page
      where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${ids}::text[])
      union
      select child.row, child.page_id,
        case when child.type = 'link' then null else below.path || '/' || child.slug end
      from below cross join lateral (
        select ctid as row, page_id, type, slug from page where organization_id = ${organizationId}
          and space_id = ${spaceId} and only_indexed(parent_id) = below.page_id offset 0) as child
    )
    update page set path = below.path from below
    where page.ctid = below.row and page.path is distinct from below.path`.execute(tx)
}

/** Removes pages with their descendants, sections and links. */
export async function removePages(tx: Tx, { organizationId, spaceId }: SpaceRef, ids: readonly string[]) {
  if (ids.length === 0) return
  await sql`with recursive below as (
      select unnest(${ids}::text[]) collate "C" as page_id
      union
      select child.page_id from below cross join lateral (
        select page_id from page where organization_id = ${organizationId} and space_id = ${spaceId}
          and only_indexed(parent_id) = below.page_id offset 0) as child
    ), doomed as materialized (select array_agg(page_id) as pages from below),
    no_sections as (delete from page_section where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = any((select pages from doomed)::text[])),
    no_links as (delete from page_link where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = any((select pages from doomed)::text[])),
    no_moves as (delete from moved_page where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = any((select pages from doomed)::text[]))
    delete from page where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = any((select pages from doomed)::text[])`.execute(tx)
}

type FormerPath = { readonly page_id: string; readonly path: string | null }

/** Records the former paths of pages, so that they redirect. */
export async function recordMovedPages(
  tx: Tx,
  at: SpaceRef,
  former: readonly FormerPath[],
  now: Date,
): Promise<void> {
  const { organizationId, spaceId } = at
  await sql`insert into moved_page (organization_id, space_id, path, page_id, moved_at)
    select ${organizationId}, ${spaceId}, input.path, input.page_id, ${now}
    from jsonb_to_recordset(${asJson(former)}::jsonb) as input (page_id text, path text)
    cross join lateral (select path from page where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = input.page_id offset 0) as page
    where input.path is not null and page.path is distinct from input.path`.execute(tx)
}

/** Records paths that redirect to pages, apart from those that pages have now. */
export async function recordFormerPaths(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  former: readonly FormerPath[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < former.length; from += 1000) {
    await sql`insert into moved_page (organization_id, space_id, path, page_id, moved_at)
      select ${organizationId}, ${spaceId}, input.path, input.page_id, ${now}
      from jsonb_to_recordset(${asJson(former.slice(from, from + 1000))}::jsonb) as input (page_id text, path text)
      where not exists (select from page where organization_id = ${organizationId} and space_id = ${spaceId}
        and only_indexed(hashtextextended(page.path, 0)::text) = hashtextextended(input.path, 0)::text
        and page.path = input.path)`.execute(tx)
  }
}

/** Deletes former paths that other pages have now. */
export async function deleteTakenMoves(tx: Tx, at: SpaceRef, ids: readonly string[]) {
  const taken = sql`(select path from page where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
      and page_id = any(${ids}::text[]) offset 0)`
  await deletionOfMoves(at, taken).execute(tx)
}

const deletionOfMoves = ({ organizationId, spaceId }: SpaceRef, taken: RawBuilder<unknown>) =>
  sql`delete from moved_page where ctid = any(array(
    select left_by.row from ${taken} as taken
    cross join lateral (select ctid as row from moved_page where organization_id = ${organizationId}
      and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(taken.path, 0)::text
      and path = taken.path offset 0) as left_by))`
