import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import { wrongSections, wrongWords } from '../search/sections.ts'
import type { FileEntry } from './entries.ts'
import { writeFiles } from './file-rows.ts'
import { linkRowsOf } from './link-rows.ts'
import { readList } from './lists.ts'
import { addMissingFileRows, missingFiles } from './missing-files.ts'
import { bytesOf, type Hash, objectsOf } from './objects.ts'
import { writePages } from './page-rows.ts'
import { readRoot } from './page-tree.ts'
import { pageContents, projectTexts, searchable } from './projection.ts'
import { headOf, lockHead } from './revision-rows.ts'
import { snapshotOf } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'

/**
 * Rebuilds the projections of a space's head from its objects. Former paths are history and not projections: only those
 * of removed pages and those that other pages have now are deleted.
 */
export async function rebuild(tx: Tx, at: SpaceRef): Promise<void> {
  const { root } = await lockHead(tx, at)
  for (const table of ['page_section', 'search_word', 'page_link', 'page', 'file'] as const) {
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', at.organizationId)
      .where('space_id', '=', at.spaceId)
      .execute()
  }
  await projectAll(tx, at, root)
  await sql`delete from moved_page where ctid = any(array(${wrongMoves(at)}))`.execute(tx)
  await addMissingFileRows(tx, at, objectsOf(tx, at.organizationId))
}

/** Former paths of removed pages, and those that other pages have now. */
const wrongMoves = ({ organizationId, spaceId }: SpaceRef) => sql`select left_by.ctid from moved_page left_by
  where left_by.organization_id = ${organizationId} and left_by.space_id = ${spaceId}
    and (not exists (select from page where organization_id = ${organizationId} and space_id = ${spaceId}
        and page_id = left_by.page_id)
      or exists (select from page where organization_id = ${organizationId} and space_id = ${spaceId}
        and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(left_by.path, 0)::text
        and path = left_by.path))`

/** Writes all projections of a root, for a space that has none yet. */
export async function projectAll(tx: Tx, at: SpaceRef, hash: Hash): Promise<void> {
  const { objects, root, nodes } = await headContent(tx, at, hash)
  await writePages(tx, at, nodes)
  const leaves = await readList<FileEntry>(objects, root.files)
  for (const { items } of leaves) await writeFiles(tx, at, items)
  const pages = nodes.map(({ entry }) => entry).filter(({ type }) => type === 'document')
  await projectTexts(tx, at, { objects, pages, known: new Map(), root })
}

/**
 * Compares the projections of a space's head with its objects.
 * @returns the differences, such as `page abc`; at most about a hundred of each kind
 */
export async function check(db: Db | Tx, at: SpaceRef): Promise<readonly string[]> {
  const head = await headOf(db, at)
  const { objects, root, nodes } = await headContent(db, at, head.root)
  const contents = await pageContents(
    objects,
    nodes.map(({ entry }) => entry),
    { root },
  )
  const texts = contents.filter(({ entry }) => entry.type === 'document').map(searchable)
  const links = contents.map(({ entry, parts, urls, shows }) => ({
    page: entry.id,
    urls,
    includes: shows,
    operations: parts.operations,
  }))
  const files = (await readList<FileEntry>(objects, root.files)).flatMap(({ items }) => items)
  return [
    ...(await wrongPages(db, at, nodes)).map((id) => `page ${id}`),
    ...(await wrongLinks(db, at, linkRowsOf(links))).map((id) => `link ${id}`),
    ...(await wrongFiles(db, at, files)).map((id) => `file ${id}`),
    ...(await wrongSections(db, at, texts)).map((id) => `section ${id}`),
    ...(await wrongWords(db, at, texts)).map((word) => `word ${word}`),
    ...(await wrongMovedPaths(db, at)).map((path) => `moved ${path}`),
    ...(await missingFiles(db, at, objects)).map((id) => `file of an older revision or change request ${id}`),
  ]
}

async function headContent(db: Db | Tx, at: SpaceRef, hash: Hash) {
  const objects = objectsOf(db, at.organizationId)
  const root = await readRoot(objects, hash)
  const snapshot = await snapshotOf(objects, at.spaceId, root)
  return { objects, root, nodes: [...snapshot.all()] }
}

type Node = Parameters<typeof writePages>[2][number]

async function wrongPages(db: Db | Tx, at: SpaceRef, nodes: readonly Node[]): Promise<string[]> {
  const want = nodes.map(({ entry, parent, path }) => ({
    page_id: entry.id,
    parent_id: parent,
    path,
    slug: entry.slug,
    type: entry.type,
    title: entry.title,
    emoji: entry.emoji ?? null,
    icon: entry.icon ?? null,
    description: entry.description ?? null,
    hidden: entry.hidden ?? false,
    no_index: entry.noIndex ?? false,
    body: entry.body === undefined ? null : bytesOf(entry.body).toString('hex'),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  }))
  const { rows } = await sql<{ id: string }>`
    select coalesce(want.page_id, have.page_id) as id
    from jsonb_to_recordset(${asJson(want)}::jsonb) as want (page_id text, parent_id text, path text, slug text,
      type text, title text, emoji text, icon text, description text, hidden boolean, no_index boolean, body text,
      created_at timestamptz, updated_at timestamptz)
    full join (select * from page where organization_id = ${at.organizationId} and space_id = ${at.spaceId}) as have
      on have.page_id = want.page_id
    where (want.parent_id, want.path, want.slug, want.type, want.title, want.emoji, want.icon,
        want.description, want.hidden, want.no_index, decode(want.body, 'hex'), want.created_at, want.updated_at)
      is distinct from (have.parent_id, have.path, have.slug, have.type, have.title, have.emoji, have.icon,
        have.description, have.hidden, have.no_index, have.body, have.created_at, have.updated_at)
    limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

async function wrongLinks(db: Db | Tx, at: SpaceRef, want: ReturnType<typeof linkRowsOf>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(want.page_id, have.page_id) || '/' || coalesce(want.ordinal, have.ordinal) as id
    from jsonb_to_recordset(${asJson(want)}::jsonb) as want (page_id text, ordinal integer, kind text,
      target_id text, anchor text, url text)
    full join (select * from page_link where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId}) as have
      on have.page_id = want.page_id and have.ordinal = want.ordinal
    where (want.kind, want.target_id, want.anchor, want.url)
      is distinct from (have.kind, have.target_id, have.anchor, have.url)
    limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

async function wrongFiles(db: Db | Tx, at: SpaceRef, want: readonly FileEntry[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(want.id, have.file_id) as id
    from jsonb_to_recordset(${asJson(want)}::jsonb) as want (id text, name text, blob text, "contentType" text,
      size bigint, width integer, height integer, "createdAt" timestamptz, "replacedAt" timestamptz)
    full join (select * from file where organization_id = ${at.organizationId} and space_id = ${at.spaceId}) as have
      on have.file_id = want.id
    where (want.name, want.blob, want."contentType", want.size, want.width, want.height, want."createdAt",
        want."replacedAt")
      is distinct from (have.name, have.blob, have.content_type, have.size, have.width, have.height, have.created_at,
        have.replaced_at)
    limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

async function wrongMovedPaths(db: Db | Tx, at: SpaceRef): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select path from moved_page
    where ctid = any(array(${wrongMoves(at)})) limit 100`.execute(db)
  return rows.map(({ path }) => path)
}
