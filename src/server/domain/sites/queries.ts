import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Database } from '../../db/schema.ts'
import type { SiteTable } from '../../db/tables/sites.ts'
import { DomainError, notFound } from '../../errors.ts'
import { siteColumns } from '../site-structure/queries.ts'
import type { SiteRow } from '../site-structure/structure.ts'

/** A site with how many spaces it shows, and the site space that stands under its own address. */
export type CountedSite = SiteRow & {
  readonly siteSpaces: number
  readonly firstSiteSpaceId: string | null
}

const siteSpaceCount = sql<number>`(select count(*) from site_space
  where site_space.organization_id = site.organization_id and site_space.site_id = site.id)`.as('siteSpaces')

const firstSiteSpace = sql<string | null>`coalesce(site.default_site_space_id, (
  select section.default_site_space_id from site_section section
  where section.organization_id = site.organization_id and section.id = site.default_section_id
))`.as('firstSiteSpaceId')

/** @throws {DomainError} `not_found` when the organization has no such site. */
export const siteWith = (db: Db, organizationId: string, siteId: string): Promise<CountedSite> =>
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

/** One page of an organization's sites, oldest first, with the count of all that pass the filters. */
export async function sitePage(
  db: Db,
  organizationId: string,
  filters: SiteFilters,
  paging: Paging,
): Promise<Page<CountedSite> & { readonly count: number }> {
  const filtered = sitesThat(db, organizationId, filters)
  const keyset = {
    columns: ['site.created_at', 'site.id'],
    keyOf: ({ createdAt, id }: CountedSite) => [createdAt, id],
  }
  const [page, { count }] = await Promise.all([
    pageOf(filtered.select(siteColumns).select([siteSpaceCount, firstSiteSpace]), keyset, paging),
    filtered.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

function sitesThat(
  db: Db,
  organizationId: string,
  { space, title, published }: SiteFilters,
): SelectQueryBuilder<Database, 'site', object> {
  let sites = db.selectFrom('site').where('site.organization_id', '=', organizationId)
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
    if (await insertedAs(tx, site, basename, now)) return
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

async function insertedAs(tx: Tx, site: NewSite, basename: string, now: Date): Promise<boolean> {
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
 * @throws {DomainError} `conflict` when another site of the service has the basename.
 */
export async function changeSite(tx: Tx, organizationId: string, id: string, change: SiteChange, now: Date) {
  if (change.basename !== undefined) await takeBasename(tx, organizationId, id, change.basename)
  if (typeof change.hostname === 'string') await mayTakeHostname(tx, id, change.hostname)
  await tx
    .updateTable('site')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
    .catch(asConflict)
}

/** The name that is left leads to the new one, until another site takes it. */
async function takeBasename(tx: Tx, organizationId: string, id: string, basename: string): Promise<void> {
  await mayTakeBasename(tx, id, basename)
  await tx.deleteFrom('site_former_basename').where('basename', '=', basename).execute()
  await tx
    .insertInto('site_former_basename')
    .columns(['basename', 'organization_id', 'site_id'])
    .expression((from) =>
      from
        .selectFrom('site')
        .select(['site.basename', 'site.organization_id', 'site.id'])
        .where('site.organization_id', '=', organizationId)
        .where('site.id', '=', id)
        .where('site.basename', '!=', basename),
    )
    .onConflict((conflict) =>
      conflict.column('basename').doUpdateSet({ organization_id: organizationId, site_id: id }),
    )
    .execute()
}

async function mayTakeHostname(tx: Tx, id: string, hostname: string): Promise<void> {
  const holder = await tx
    .selectFrom('site')
    .select('id')
    .where('hostname', '=', hostname)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (holder !== undefined) throw hostnameTaken()
}

const hostnameTaken = () =>
  new DomainError('conflict', 'Another site has this host name', {
    issues: [{ path: ['body', 'hostname'], message: 'Another site has this host name' }],
  })

async function mayTakeBasename(tx: Tx, id: string, basename: string): Promise<void> {
  const holder = await tx
    .selectFrom('site')
    .select('id')
    .where('basename', '=', basename)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (holder !== undefined) throw basenameTaken()
}

const basenameTaken = () =>
  new DomainError('conflict', 'Another site has this address', {
    issues: [{ path: ['body', 'basename'], message: 'Another site has this address' }],
  })

/** Two sites may ask for the same name at once; the index lets only one have it. */
function asConflict(error: unknown): never {
  const index = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  if (index === 'site_by_basename') throw basenameTaken()
  throw index === 'site_by_hostname' ? hostnameTaken() : error
}

/** Deletes a site with all its parts; the spaces it showed stay in the library. */
export const deleteSite = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('site').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** The title of an organization, as far as a site's title may be long. */
export async function titleOfOrganization(db: Db, organizationId: string): Promise<string> {
  const { title } = await db
    .selectFrom('organization')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow(() => notFound('organization', organizationId))
  return title.slice(0, 128)
}
