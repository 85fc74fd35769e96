import { sql } from 'kysely'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { mentionedUser } from '#markup/mentions.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { WritePart } from '../db/write-together.ts'
import type { SpaceRef } from './space-ref.ts'
import { type LinkTarget, targetOf } from './texts.ts'

/**
 * The links of a page's stored text in their order, then those of the texts it includes; the ids of the included
 * reusable contents, the operations of OpenAPI specifications, and the variables that it shows.
 */
export type PageLinks = {
  readonly page: string
  readonly urls: readonly string[]
  readonly includes?: readonly string[]
  readonly operations?: readonly ApiBlock[]
  readonly variables?: readonly ShownVariable[]
}

/** A variable that a page shows. */
export type ShownVariable = { readonly of: 'space' | 'organization' | 'site'; readonly name: string }

const MAX_ROWS = 2000

/** The statements that write the links of these pages, which have none yet. */
export function linkWrites(at: SpaceRef, pages: readonly PageLinks[]): (readonly WritePart[])[] {
  const rows = linkRowsOf(pages)
  const statements: (readonly WritePart[])[] = []
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    const query = sql`(insert into page_link (organization_id, space_id, page_id, ordinal, kind, target_id, anchor, url)
      select ${at.organizationId}, ${at.spaceId}, * from jsonb_to_recordset(
        ${asJson(rows.slice(from, from + MAX_ROWS))}::jsonb)
        as input (page_id text, ordinal integer, kind text, target_id text, anchor text, url text))`
    statements.push([{ name: 'added_links', query }])
  }
  return statements
}

/** The rows of the table. Mentions of people are not links. */
export const linkRowsOf = (pages: readonly PageLinks[]) =>
  pages.flatMap(({ page, urls, includes = [], operations = [], variables = [] }) => [
    ...urls.flatMap((url, ordinal) =>
      mentionedUser(url) === undefined ? [{ page_id: page, ordinal, ...columnsOf(targetOf(url)) }] : [],
    ),
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
    ...variables.map(({ of, name }, index) => ({
      page_id: page,
      ordinal: urls.length + includes.length + operations.length + index,
      kind: 'variable' as const,
      target_id: name,
      anchor: of === 'space' ? null : of,
      url: null,
    })),
  ])

/** The pages of the head that include any of these reusable contents, directly or through others. */
export async function pagesIncluding(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ page: string }>`
    select distinct includes.page_id as page from unnest(${ids}::text[]) as reusable (id)
    cross join lateral (select page_id from page_link where organization_id = ${organizationId}
      and space_id = ${spaceId} and kind = 'reusable' and target_id is not null
      and only_indexed(target_id) = reusable.id collate "C" offset 0) as includes`.execute(db)
  return rows.map(({ page }) => page)
}

/**
 * The pages of the head that show any of these variables of the space, and those that were indexed before variables had
 * values.
 */
export async function pagesShowing(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ page: string }>`
    select distinct shows.page_id as page from unnest(${names}::text[]) as variable (name)
    cross join lateral (select page_id from page_link where organization_id = ${organizationId}
      and space_id = ${spaceId} and kind = 'variable' and anchor is null and target_id is not null
      and only_indexed(target_id) = variable.name collate "C" offset 0) as shows
    union select page_id from page_section where organization_id = ${organizationId} and space_id = ${spaceId}
      and position('space.vars' in body) > 0`.execute(db)
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

/** Decoded for the comparison with the anchors of headings, which are not encoded. */
export const decodedAnchor = (anchor: string): string => percentDecoded(anchor).replaceAll('\0', '')

/** The pages and files that the links of a batch may refer to. */
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

/** Looks up the targets of links, in the head's tables or in the tree of a change request. */
export type LinkIndex = {
  readonly lookUp: (query: LinkQuery) => Promise<LinkMatches>
  /** Paths of pages by id; link pages and missing pages are left out. */
  readonly pathsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Looks up in the current tables of a space's head. */
export const headLinkIndex = (db: Db | Tx, at: SpaceRef): LinkIndex => ({
  lookUp: (query) => lookUp(db, at, query),
  pathsOf: (ids) => pathsOf(db, at, ids),
})

/** Looks up in the first index, then in the second. */
export const combinedLinkIndex = (first: LinkIndex, second: LinkIndex): LinkIndex => ({
  async lookUp(query) {
    const [a, b] = [await first.lookUp(query), await second.lookUp(query)]
    return {
      pages: new Set([...a.pages, ...b.pages]),
      files: new Set([...a.files, ...b.files]),
      paths: new Map([...b.paths, ...a.paths]),
    }
  },
  pathsOf: async (ids) => new Map([...(await second.pathsOf(ids)), ...(await first.pathsOf(ids))]),
})

const NO_MATCHES: LinkMatches = { pages: new Set(), files: new Set(), paths: new Map() }

/** Finds pages by id, path and former path, and files by id. */
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
    union all select 'left', page_id, query.path from unnest(${paths}::text[]) as query (path)
      cross join lateral (select page_id from moved_page where organization_id = ${organizationId}
        and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(query.path, 0)::text
        and path = query.path collate "C" order by moved_at offset 0) as moved
    union all select 'path', page_id, query.path from unnest(${paths}::text[]) as query (path)
      cross join lateral (select page_id from page where organization_id = ${organizationId}
        and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(query.path, 0)::text
        and path = query.path collate "C" offset 0) as page`.execute(db)
  const ids = (kind: 'page' | 'file') => new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])))
  // The current page of a path comes after former ones and so wins.
  const pagesByPath = rows.flatMap(({ id, path }) => (path === null ? [] : [[path, id] as const]))
  return { pages: ids('page'), files: ids('file'), paths: new Map(pagesByPath) }
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

/** Pages that were at a path of the head before, by that path. */
export async function formerPagesAt(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<{ id: string; path: string }>`
    select page_id as id, query.path from unnest(${paths}::text[]) as query (path)
    cross join lateral (select page_id from moved_page where organization_id = ${organizationId}
      and space_id = ${spaceId} and only_indexed(hashtextextended(path, 0)::text) = hashtextextended(query.path, 0)::text
      and path = query.path collate "C" order by moved_at offset 0) as moved`.execute(db)
  return new Map(rows.map(({ id, path }) => [path, id]))
}
