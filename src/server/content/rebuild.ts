import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import { wrongSections, wrongWords } from '../search/sections.ts'
import type { FileEntry, PageEntry, Root } from './entries.ts'
import { writeFiles } from './file-rows.ts'
import type { Indexed } from './indexed-parts.ts'
import { linkRowsOf, type PageLinks } from './link-rows.ts'
import { readList } from './lists.ts'
import { addMissingFileRows, missingFiles } from './missing-files.ts'
import { bytesOf, type Hash, type Objects, objectsOf } from './objects.ts'
import { writePages } from './page-rows.ts'
import { readRoot } from './page-tree.ts'
import { pageContents, projectTexts, searchable, variablesShown } from './projection.ts'
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
  await announce(tx, at)
}

/** As an update of the space, so that no response that is cached by the stamp is from before. */
async function announce(tx: Tx, { organizationId, spaceId }: SpaceRef): Promise<void> {
  const payload = JSON.stringify({ o: organizationId, k: 'space', a: 'updated', i: spaceId })
  await tx.insertInto('pending_change').values({ stamp_of: organizationId, payload }).execute()
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

/** Pages whose texts are compared at a time, so that the memory does not depend on the size of the space. */
const BATCH_SIZE = 50
/** Differences of one kind that are reported. */
const MAX_DIFFERENCES = 100

/**
 * Compares the projections of a space's head with its objects.
 * @returns the differences, such as `page abc`; at most a hundred of each kind
 */
export async function check(db: Db | Tx, at: SpaceRef): Promise<readonly string[]> {
  const head = await headOf(db, at)
  const { objects, root, nodes } = await headContent(db, at, head.root)
  const files = (await readList<FileEntry>(objects, root.files)).flatMap(({ items }) => items)
  const texts = await wrongTexts(db, at, { objects, root, entries: nodes.map(({ entry }) => entry) })
  return [
    ...(await wrongPages(db, at, nodes)).map((id) => `page ${id}`),
    ...texts.links.map((id) => `link ${id}`),
    ...(await wrongFiles(db, at, files)).map((id) => `file ${id}`),
    ...texts.sections.map((id) => `section ${id}`),
    ...texts.words.map((word) => `word ${word}`),
    ...(await wrongMovedPaths(db, at)).map((path) => `moved ${path}`),
    ...(await missingFiles(db, at, objects)).map((id) => `file of an older revision or change request ${id}`),
  ]
}

type HeadTexts = { readonly objects: Objects; readonly root: Root; readonly entries: readonly PageEntry[] }

/** The links, sections and words that differ from the texts of the pages. */
async function wrongTexts(db: Db | Tx, at: SpaceRef, { objects, root, entries }: HeadTexts) {
  const [links, sections, words] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (let from = 0; from < entries.length; from += BATCH_SIZE) {
    if (from > 0) await breathe()
    const contents = await pageContents(objects, entries.slice(from, from + BATCH_SIZE), { root })
    const texts = contents.filter(({ entry }) => isText(entry)).map(searchable)
    for (const id of await wrongLinks(db, at, contents.map(linksOf))) links.add(id)
    for (const id of await wrongSections(db, at, texts)) sections.add(id)
    for (const word of await wrongWords(db, at, texts)) words.add(word)
  }
  const pages = entries.map(({ id }) => id)
  const documents = entries.filter(isText).map(({ id }) => id)
  for (const id of await rowsOfOthers(db, at, 'page_link', pages)) links.add(id)
  for (const id of await rowsOfOthers(db, at, 'page_section', documents)) sections.add(id)
  const limited = (differences: ReadonlySet<string>) => [...differences].slice(0, MAX_DIFFERENCES)
  return { links: limited(links), sections: limited(sections), words: limited(words) }
}

const isText = ({ type }: PageEntry): boolean => type === 'document'

const linksOf = ({ entry, parts, urls, shows }: Indexed): PageLinks => ({
  page: entry.id,
  urls,
  includes: shows,
  operations: parts.operations,
  variables: variablesShown(parts),
})

/** Keys of rows that belong to none of these pages. */
async function rowsOfOthers(
  db: Db | Tx,
  at: SpaceRef,
  table: 'page_link' | 'page_section',
  pages: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select page_id || '/' || ordinal as id from ${sql.table(table)}
    where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
      and not exists (select from unnest(${pages}::text[]) as known (id) where known.id = page_id)
    limit ${MAX_DIFFERENCES}`.execute(db)
  return rows.map(({ id }) => id)
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

async function wrongLinks(db: Db | Tx, at: SpaceRef, pages: readonly PageLinks[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(want.page_id, have.page_id) || '/' || coalesce(want.ordinal, have.ordinal) as id
    from jsonb_to_recordset(${asJson(linkRowsOf(pages))}::jsonb) as want (page_id text, ordinal integer, kind text,
      target_id text, anchor text, url text)
    full join (select * from page_link where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId} and page_id = any(${pages.map(({ page }) => page)}::text[])) as have
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
