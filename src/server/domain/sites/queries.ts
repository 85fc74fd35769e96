import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
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

/** A site with how many spaces it shows, and the site space that stands under its own address. */
export type CountedSite = SiteRow & {
  readonly siteSpaces: number
  readonly firstSiteSpaceId: string | null
}

/** A site with the role that somebody has on it. */
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
  /** Only sites whose title contains this, in whatever case. */
  readonly title?: string | undefined
  readonly published?: boolean | undefined
}

/** One page of the sites that somebody may see, with the count of all that pass the filters; oldest first unless asked. */
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

/** Sites with their counts and the rank that somebody has on each. */
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

/** Several sites by id as far as somebody may see them, in no order. */
export const sitesByIds = async (
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly VisibleSite[]> => {
  if (ids.length === 0) return []
  const named = visibleSites(db, viewer, {}).where(sql<SqlBool>`site.id = any(${ids})`)
  return (await withRole(named, viewer).execute()).map(withRoleFromRank)
}

/** Every member sees all sites, guests those where they have a role. */
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

/** Writes a new site under the first basename made from its title that nobody on the service has. */
export async function insertSite(tx: Tx, site: NewSite, now: Date): Promise<void> {
  const slug = slugOf(site.title)
  const taken = new Set(await basenamesLike(tx, slug))
  for (;;) {
    const basename = uniqueSlug(slug, taken)
    if (await insertUnderBasename(tx, site, basename, now)) return
    // Somebody took it between the question and the answer.
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
  readonly default_section_id?: string
  readonly default_site_space_id?: string
  readonly published?: boolean
}

/**
 * Changes a site's settings and counts its version up.
 *
 * @throws {DomainError} `conflict` when another site of the service has the basename, host name or proxy.
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

/** Deletes a site with all its parts and the roles given on it; the spaces it showed stay in the library. */
export async function deleteSite(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('site').where('organization_id', '=', organizationId).where('id', '=', id).execute()
  await tx
    .deleteFrom('access_grant')
    .where('organization_id', '=', organizationId)
    .where('subject_kind', '=', 'site')
    .where('subject_id', '=', id)
    .execute()
}

/** Holds a site until the transaction ends, without its structure: one change of its grants at a time. */
export const lockSiteRow = (tx: Tx, organizationId: string, id: string): Promise<{ title: string }> =>
  tx
    .selectFrom('site')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('site', id))

/** The title of an organization, as far as a site's title may be long. */
export async function organizationTitle(db: Db, organizationId: string): Promise<string> {
  const { title } = await db
    .selectFrom('organization')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow(() => notFound('organization', organizationId))
  return title.slice(0, 128)
}
