import { CompiledQuery, type NotNull, sql } from 'kysely'
import { type FileRow, fileColumns } from '../content/files.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Db, Tx } from '../db/client.ts'

/**
 * Two hashes that identify the state of a site: `shape` changes with its settings, structure and titles of spaces,
 * `heads` with the content of its spaces and the OpenAPI specifications of its organization.
 */
export type Stamps = {
  readonly organizationId: string
  readonly siteId: string
  readonly shape: string
  readonly heads: string
}

/** A published site by its basename, or any site by its id. */
export type SiteKey =
  | { readonly basename: string }
  | { readonly organizationId: string; readonly siteId: string }

/** Written as text, because it is sent for nearly every request and composing it would take a third of its time. */
const STAMPS = `/* prepared */ select site.organization_id as "organizationId", site.id as "siteId",
      concat(shown.heads, (select md5(string_agg(spec.slug || ' ' || spec.last_version_id, ' ' order by spec.id))
        from openapi_spec spec where spec.organization_id = site.organization_id
          and spec.last_version_id is not null)) as heads,
      md5(concat_ws(' ', site::text, shown.shape,
        (select ai from organization where organization.id = site.organization_id),
        (select string_agg(concat(own.site_id, ' ', own.version), ' ' order by own.site_id)
          from shared_variables own where own.organization_id = site.organization_id
            and (own.site_id is null or own.site_id = site.id)),
        (select string_agg(one::text, ' ' order by one.id) from site_section one
          where one.organization_id = site.organization_id and one.site_id = site.id),
        (select string_agg(one::text, ' ' order by one.id) from site_section_group one
          where one.organization_id = site.organization_id and one.site_id = site.id),
        (select custom.version from site_customization custom
          where custom.organization_id = site.organization_id and custom.site_id = site.id),
        (select string_agg(one.site_space_id || ' ' || one.version, ' ' order by one.site_space_id)
          from site_space_customization one
          where one.organization_id = site.organization_id and one.site_id = site.id))) as shape
    from site cross join lateral (
      select coalesce(string_agg(row(one, space.title, space.language, mark.source_space_id, mark.version)::text, ' '
          order by one.id), '') as shape,
        md5(coalesce(string_agg(space.id || ' ' || space.revision_id, ' ' order by one.id), '')) as heads
      from site_space one
      join space on space.organization_id = one.organization_id and space.id = one.space_id
      left join space_translation mark
        on mark.organization_id = one.organization_id and mark.space_id = one.space_id
      where one.organization_id = site.organization_id and one.site_id = site.id and space.deleted_at is null
    ) shown
`
const STAMPS_BY_BASENAME = `${STAMPS} where site.basename = $1 and site.published`
const STAMPS_BY_ID = `${STAMPS} where site.organization_id = $1 and site.id = $2`

/**
 * The stamps of a site, null if there is none. Whole rows are hashed, so no change is missed even if it does not
 * increase a version.
 */
export async function stampsOf(db: Db | Tx, site: SiteKey): Promise<Stamps | null> {
  const query =
    'basename' in site
      ? CompiledQuery.raw(STAMPS_BY_BASENAME, [site.basename])
      : CompiledQuery.raw(STAMPS_BY_ID, [site.organizationId, site.siteId])
  const { rows } = await db.executeQuery<Stamps>(query)
  return rows[0] ?? null
}

/** The current basename of the published site that had this one; undefined if none had, or another site uses it now. */
export async function currentBasename(db: Db, former: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_former_basename as former')
    .innerJoin('site', (join) =>
      join
        .onRef('site.organization_id', '=', 'former.organization_id')
        .onRef('site.id', '=', 'former.site_id'),
    )
    .select('site.basename')
    .where('former.basename', '=', former)
    .where('site.published', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('site as taker').select('taker.id').where('taker.basename', '=', former))),
    )
    .executeTakeFirst()
  return row?.basename
}

/** The basename of the published site at a custom hostname. */
export async function basenameOfHostname(db: Db, hostname: string): Promise<string | null> {
  const row = await db
    .selectFrom('site')
    .select('basename')
    .where('hostname', '=', hostname)
    .where('published', '=', true)
    .executeTakeFirst()
  return row?.basename ?? null
}

/** A site behind a proxy. */
export type ProxiedSite = { readonly basename: string; readonly proxyAddress: string }

/** The published site with this id, if it is behind a proxy. */
export async function proxiedSiteById(db: Db, siteId: string): Promise<ProxiedSite | null> {
  const row = await proxiedSites(db).where('id', '=', siteId).executeTakeFirst()
  return row ?? null
}

/** The published site with the longest of these proxy addresses. */
export async function proxiedSiteAt(db: Db, addresses: readonly string[]): Promise<ProxiedSite | null> {
  const row = await proxiedSites(db)
    .where((is) => is('proxy', '=', is.fn.any(is.val([...addresses]))))
    .orderBy(sql`length(proxy)`, 'desc')
    .executeTakeFirst()
  return row ?? null
}

const proxiedSites = (db: Db) =>
  db
    .selectFrom('site')
    .select(['basename', 'proxy as proxyAddress'])
    .$narrowType<{ proxyAddress: NotNull }>()
    .where('proxy', 'is not', null)
    .where('published', '=', true)

/** The current revision of each space that is not in the trash. */
export async function currentRevisions(
  db: Db | Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; revision: string }>`
    select id, revision_id as revision from space
    where organization_id = ${organizationId} and id = any(${spaceIds}::text[]) and deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The language of a space, and which space it translates. */
export type SpaceLanguage = {
  readonly language: string | null
  readonly sourceSpaceId: string | null
  /** Changes with what is stored about corresponding pages. */
  readonly pairsVersion: number
}

/** The language of each space, and which space it translates. */
export async function languagesOf(
  db: Db | Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, SpaceLanguage>> {
  const { rows } = await sql<SpaceLanguage & { id: string }>`
    select space.id, space.language, mark.source_space_id as "sourceSpaceId",
      coalesce(mark.version, 0) as "pairsVersion"
    from space left join space_translation mark
      on mark.organization_id = space.organization_id and mark.space_id = space.id
    where space.organization_id = ${organizationId} and space.id = any(${[...spaceIds]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...language }) => [id, language]))
}

/** What is stored about the pages of a translation and their originals. */
export const storedPairsOf = (db: Db, { organizationId, spaceId }: SpaceRef) =>
  db
    .selectFrom('page_translation')
    .select(['page_id as pageId', 'source_page_id as sourcePageId'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()

/** The space of each page, among these spaces. */
export async function spacesOfPages(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ page: string; space: string }>`
    select page_id as page, space_id as space from page
    where organization_id = ${organizationId} and space_id = any(${spaceIds}::text[])
      and page_id = any(${pageIds}::text[])`.execute(db)
  return new Map(rows.map(({ page, space }) => [page, space]))
}

/** The spaces that have a page at the path. */
export async function spacesWithPath(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
  path: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ space: string }>`
    select distinct space_id as space from page
    where organization_id = ${organizationId} and space_id = any(${spaceIds}::text[])
      and hashtextextended(path, 0) = hashtextextended(${path}::text, 0) and path = ${path}::text`.execute(db)
  return new Set(rows.map(({ space }) => space))
}

/** Files of a space by id; missing ones are left out. */
export async function filesOf(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(fileColumns)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('file_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A space that a public site shows. */
export type SpaceOnSite = {
  readonly spaceId: string
  readonly basename: string
  readonly hostname: string | null
  readonly proxy: string | null
  /** Path of the space on the site without slashes around it; empty for the default space. */
  readonly path: string
}

/** Spaces on public sites other than this one, each on the first site that shows it. */
export async function spacesOnOtherSites(
  db: Db,
  { organizationId, siteId }: { readonly organizationId: string; readonly siteId: string },
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, SpaceOnSite>> {
  if (spaceIds.length === 0) return new Map()
  const { rows } = await sql<SpaceOnSite>`
    select distinct on (shown.space_id) shown.space_id as "spaceId", site.basename, site.hostname, site.proxy,
      concat_ws('/',
        case when section.id is null or section.id = site.default_section_id then null else section.path end,
        case when shown.id = coalesce(section.default_site_space_id, site.default_site_space_id) then null
          else shown.path end) as path
    from site_space shown
    join site on site.organization_id = shown.organization_id and site.id = shown.site_id
    join space on space.organization_id = shown.organization_id and space.id = shown.space_id
    left join site_section section on section.organization_id = shown.organization_id
      and section.id = shown.section_id
    where shown.organization_id = ${organizationId} and shown.space_id = any(${[...spaceIds]})
      and site.id <> ${siteId} and site.published and site.visibility = 'public' and space.deleted_at is null
    order by shown.space_id, shown.created_at, shown.id`.execute(db)
  return new Map(rows.map((row) => [row.spaceId, row]))
}
