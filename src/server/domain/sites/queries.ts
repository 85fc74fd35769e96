import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { cutText } from '#markup/cut-text.ts'
import { asciiSlugOf, uniqueSlug } from '#markup/slug.ts'
import { roleOfRank, siteRank, sitesGrantedTo } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Database } from '../../db/schema.ts'
import type { SiteTable } from '../../db/tables/sites.ts'
import { notFound } from '../../errors.ts'
import { claimAddresses, throwAddressConflict } from './address-queries.ts'
import type { SiteRow } from './structure/structure.ts'
import { siteColumns } from './structure-queries.ts'

/** A site with its number of spaces and the site space at its root. */
export type CountedSite = SiteRow & {
  readonly siteSpaces: number
  readonly firstSiteSpaceId: string | null
}

/** A site with the viewer's role on it. */
export type VisibleSite = CountedSite & { readonly role: Role | null }

const siteSpaceCount = sql<number>`(select count(*) from site_space
  where site_space.organization_id = site.organization_id and site_space.site_id = site.id)`.as('siteSpaces')

const firstSiteSpace = sql<string | null>`coalesce(site.default_site_space_id, (
  select section.default_site_space_id from site_section section
  where section.organization_id = site.organization_id and section.id = site.default_section_id
))`.as('firstSiteSpaceId')

/** @throws {DomainError} `not_found` when the organization has no such site. */
export const siteById = (db: Db, organizationId: string, siteId: string): Promise<CountedSite> =>
  db
    .selectFrom('site')
    .select(siteColumns)
    .select([siteSpaceCount, firstSiteSpace])
    .where('site.organization_id', '=', organizationId)
    .where('site.id', '=', siteId)
    .executeTakeFirstOrThrow(() => notFound('site', siteId))

export type SiteFilters = {
  /** Only sites that show this space. */
  readonly space?: string | undefined
  /** Only sites whose title contains this, ignoring case. */
  readonly title?: string | undefined
  readonly published?: boolean | undefined
}

/** One page of the sites that the viewer may see and that match the filters, with their count; oldest first by default. */
export async function sitePage(
  db: Db,
  viewer: Viewer,
  filters: SiteFilters,
  paging: Paging & { readonly order?: 'asc' | 'desc' | undefined },
): Promise<Page<VisibleSite> & { readonly count: number }> {
  const filtered = visibleSites(db, viewer, filters)
  const keyset = {
    columns: ['site.created_at', 'site.id'],
    keyOf: ({ createdAt, id }: CountedSite) => [createdAt, id],
    direction: paging.order ?? 'asc',
  }
  const [page, { count }] = await Promise.all([
    pageOf(withRole(filtered, viewer), keyset, paging),
    filtered.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, rows: page.rows.map(withRoleFromRank), count }
}

/** Sites with their counts and the viewer's rank on each. */
const withRole = (
  sites: SelectQueryBuilder<Database, 'site', object>,
  { organizationId, userId, membership }: Viewer,
) =>
  sites
    .select(siteColumns)
    .select([siteSpaceCount, firstSiteSpace])
    .select(siteRank(organizationId, userId, membership).as('rank'))

const withRoleFromRank = ({ rank, ...row }: CountedSite & { readonly rank: number }): VisibleSite => ({
  ...row,
  role: roleOfRank(rank),
})

/** The sites with these ids that the viewer may see, in any order. */
export const sitesByIds = async (
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly VisibleSite[]> => {
  if (ids.length === 0) return []
  const sites = visibleSites(db, viewer, {}).where(sql<SqlBool>`site.id = any(${ids})`)
  return (await withRole(sites, viewer).execute()).map(withRoleFromRank)
}

/** Members see all sites, guests those with a role for them. */
function visibleSites(
  db: Db | Tx,
  { organizationId, userId, membership }: Viewer,
  { space, title, published }: SiteFilters,
): SelectQueryBuilder<Database, 'site', object> {
  let sites = db.selectFrom('site').where('site.organization_id', '=', organizationId)
  if (membership.role === null)
    sites = sites.where(sql<SqlBool>`site.id in (${sitesGrantedTo(organizationId, userId)})`)
  if (published !== undefined) sites = sites.where('site.published', '=', published)
  if (title !== undefined)
    sites = sites.where(sql<SqlBool>`position(lower(${title}) in lower(site.title)) > 0`)
  if (space !== undefined) {
    sites = sites.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('site_space')
          .select('site_space.id')
          .whereRef('site_space.organization_id', '=', 'site.organization_id')
          .whereRef('site_space.site_id', '=', 'site.id')
          .where('site_space.space_id', '=', space),
      ),
    )
  }
  return sites
}

export type NewSite = {
  readonly organizationId: string
  readonly id: string
  readonly type: SiteTable['type']['__select__']
  readonly title: string
  readonly visibility: SiteTable['visibility']['__select__']
}

/** Inserts a site with the first unused basename for its title. */
export async function insertSite(tx: Tx, site: NewSite, now: Date): Promise<void> {
  const slug = asciiSlugOf(site.title, 'site')
  const taken = new Set(await basenamesLike(tx, slug))
  for (;;) {
    const basename = uniqueSlug(slug, taken)
    if (await insertUnderBasename(tx, site, basename, now)) return
    // Another site took the basename in the meantime.
    taken.add(basename)
  }
}

async function basenamesLike(db: Db, slug: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('site')
    .select('basename')
    .where(sql<SqlBool>`starts_with(basename, ${slug.slice(0, 80)})`)
    .execute()
  return rows.map(({ basename }) => basename)
}

async function insertUnderBasename(tx: Tx, site: NewSite, basename: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('site')
    .values({
      organization_id: site.organizationId,
      id: site.id,
      type: site.type,
      title: site.title,
      visibility: site.visibility,
      basename,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('basename').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type SiteChange = {
  readonly title?: string
  readonly visibility?: SiteRow['visibility']
  readonly basename?: string
  readonly hostname?: string | null
  readonly proxy?: string | null
  readonly adaptive_content?: boolean
  readonly conditional_content?: SiteRow['conditionalContent']
  readonly default_section_id?: string
  readonly default_site_space_id?: string
  readonly published?: boolean
}

/**
 * Changes settings of a site and increases its version.
 *
 * @throws {DomainError} `conflict` when another site has the basename, hostname or proxy.
 */
export async function updateSite(tx: Tx, organizationId: string, id: string, change: SiteChange, now: Date) {
  await claimAddresses(tx, organizationId, id, change)
  await tx
    .updateTable('site')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
    .catch(throwAddressConflict)
}

/** Deletes a site with its structure and the roles on it; the spaces stay in the library. */
export async function deleteSite(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('site').where('organization_id', '=', organizationId).where('id', '=', id).execute()
  for (const table of ['access_grant', 'access_request'] as const) {
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('subject_kind', '=', 'site')
      .where('subject_id', '=', id)
      .execute()
  }
}

/** The title of an organization, shortened to the limit of a site's title. */
export async function organizationTitle(db: Db, organizationId: string): Promise<string> {
  const { title } = await db
    .selectFrom('organization')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow(() => notFound('organization', organizationId))
  return cutText(title, 128)
}
