import { sql } from 'kysely'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { SpaceRef } from './space-ref.ts'
import { type LinkTarget, targetOf } from './texts.ts'

/**
 * The links of one page's stored text, in the order of writing, then those of what it shows; the ids of the reusable
 * contents that it shows, and the operations of OpenAPI specifications.
 */
export type PageLinks = {
  readonly page: string
  readonly urls: readonly string[]
  readonly includes?: readonly string[]
  readonly operations?: readonly ApiBlock[]
}

/** Replaces the links of these pages. */
export async function writeLinks(tx: Tx, at: SpaceRef, pages: readonly PageLinks[]): Promise<void> {
  const rows = linkRowsOf(pages)
  await sql`delete from page_link where organization_id = ${at.organizationId} and space_id = ${at.spaceId}
    and page_id = any(${pages.map(({ page }) => page)}::text[])`.execute(tx)
  for (let from = 0; from < rows.length; from += 2000) {
    await sql`insert into page_link (organization_id, space_id, page_id, ordinal, kind, target_id, anchor, url)
      select ${at.organizationId}, ${at.spaceId}, * from jsonb_to_recordset(
        ${asJson(rows.slice(from, from + 2000))}::jsonb)
        as given (page_id text, ordinal integer, kind text, target_id text, anchor text, url text)`.execute(
      tx,
    )
  }
}

/** As the table keeps them. */
export const linkRowsOf = (pages: readonly PageLinks[]) =>
  pages.flatMap(({ page, urls, includes = [], operations = [] }) => [
    ...urls.map((url, ordinal) => ({ page_id: page, ordinal, ...columnsOf(targetOf(url)) })),
    ...includes.map((id, index) => ({
      page_id: page,
      ordinal: urls.length + index,
      kind: 'reusable' as const,
      target_id: id,
      anchor: null,
      url: null,
    })),
    ...operations.map(({ spec, method, path }, index) => ({
      page_id: page,
      ordinal: urls.length + includes.length + index,
      kind: 'openapi' as const,
      target_id: spec,
      anchor: `${method} ${path}`,
      url: null,
    })),
  ])

/** The pages of the head that show some reusable contents, directly or by others. */
export async function pagesIncluding(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ page: string }>`
    select distinct shows.page_id as page from unnest(${ids}::text[]) as asked (id)
    cross join lateral (select page_id from page_link where organization_id = ${organizationId}
      and space_id = ${spaceId} and kind = 'reusable' and target_id is not null
      and only_indexed(target_id) = asked.id collate "C" offset 0) as shows`.execute(db)
  return rows.map(({ page }) => page)
}

function columnsOf(target: LinkTarget) {
  const { kind } = target
  return {
    kind,
    target_id: 'id' in target ? target.id : null,
    anchor: 'anchor' in target && target.anchor !== undefined ? decodedAnchor(target.anchor) : null,
    url: 'url' in target ? target.url : null,
  }
}

/** Anchors are compared with those of headings, which are written plainly. */
export function decodedAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor).replaceAll('\0', '')
  } catch {
    return anchor
  }
}

/** What the links of a batch may mean, looked up in the head. */
export type LinkMatches = {
  readonly pages: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly paths: ReadonlyMap<string, string>
}

export type LinkQuery = {
  readonly pageIds: readonly string[]
  readonly fileIds: readonly string[]
  readonly paths: readonly string[]
}

/** Where the links of a batch are looked up: in the head's tables, or in the tree of a change request. */
export type LinkIndex = {
  readonly lookUp: (sought: LinkQuery) => Promise<LinkMatches>
  /** Where pages stand, by id; links and pages that are not there are left out. */
  readonly pathsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** The head of a space, as its tables stand now. */
export const headLinkIndex = (db: Db | Tx, at: SpaceRef): LinkIndex => ({
  lookUp: (sought) => lookUp(db, at, sought),
  pathsOf: (ids) => pathsOf(db, at, ids),
})

/** Looks up in one, and what is not there in the other. */
export const combinedLinkIndex = (first: LinkIndex, second: LinkIndex): LinkIndex => ({
  async lookUp(sought) {
    const [a, b] = [await first.lookUp(sought), await second.lookUp(sought)]
    return {
      pages: new Set([...a.pages, ...b.pages]),
      files: new Set([...a.files, ...b.files]),
      paths: new Map([...b.paths, ...a.paths]),
    }
  },
  pathsOf: async (ids) => new Map([...(await second.pathsOf(ids)), ...(await first.pathsOf(ids))]),
})

const NO_MATCHES: LinkMatches = { pages: new Set(), files: new Set(), paths: new Map() }

/** Finds pages by id, by path, and by a path they have left; and files by id. */
async function lookUp(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  { pageIds, fileIds, paths }: LinkQuery,
): Promise<LinkMatches> {
  if (pageIds.length + fileIds.length + paths.length === 0) return NO_MATCHES
  const { rows } = await sql<{ kind: 'page' | 'file' | 'path' | 'left'; id: string; path: string | null }>`
    select 'page' as kind, page_id as id, null as path from page
      where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${pageIds}::text[])
    union all select 'file', file_id, null from file
      where organization_id = ${organizationId} and space_id = ${spaceId} and file_id = any(${fileIds}::text[])
    union all select 'left', page_id, sought.path from unnest(${paths}::text[]) as sought (path)
      cross join lateral (select page_id from moved_page where organization_id = ${organizationId}
        and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(sought.path, 0)::text
        and path = sought.path collate "C" order by moved_at offset 0) as moved
    union all select 'path', page_id, sought.path from unnest(${paths}::text[]) as sought (path)
      cross join lateral (select page_id from page where organization_id = ${organizationId}
        and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(sought.path, 0)::text
        and path = sought.path collate "C" offset 0) as page`.execute(db)
  const ids = (kind: 'page' | 'file') => new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])))
  // A page that stands at a path comes after the ones that have left it, and so wins.
  const found = rows.flatMap(({ id, path }) => (path === null ? [] : [[path, id] as const]))
  return { pages: ids('page'), files: ids('file'), paths: new Map(found) }
}

async function pathsOf(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('page')
    .select(['page_id', 'path'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('page_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
  return new Map(rows.flatMap(({ page_id, path }) => (path === null ? [] : [[page_id, path] as const])))
}

/** Pages that have left a path of the head, by that path. */
export async function formerPagesAt(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<{ id: string; path: string }>`
    select page_id as id, sought.path from unnest(${paths}::text[]) as sought (path)
    cross join lateral (select page_id from moved_page where organization_id = ${organizationId}
      and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(sought.path, 0)::text
      and path = sought.path collate "C" order by moved_at offset 0) as moved`.execute(db)
  return new Map(rows.map(({ id, path }) => [path, id]))
}
