import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { type MovedAddress, type PathMatch, pathMatches, pathPrefixes } from './structure/addresses.ts'
import type { GroupRow, SectionRow, SiteRow, SiteSpaceRow, Structure } from './structure/structure.ts'

export const siteColumns = [
  'site.organization_id as organizationId',
  'site.id',
  'site.type',
  'site.title',
  'site.basename',
  'site.hostname',
  'site.proxy',
  'site.icon',
  'site.visibility',
  'site.published',
  'site.adaptive_content as adaptiveContent',
  'site.conditional_content as conditionalContent',
  'site.default_section_id as defaultSectionId',
  'site.default_site_space_id as defaultSiteSpaceId',
  'site.version',
  'site.created_at as createdAt',
  'site.updated_at as updatedAt',
] as const

/** @throws {DomainError} `not_found` when the organization has no such site. */
export async function structureOf(db: Db, organizationId: string, siteId: string): Promise<Structure> {
  return structureParts(
    db,
    await siteQuery(db, organizationId, siteId).executeTakeFirstOrThrow(() => notFound('site', siteId)),
  )
}

/**
 * Locks a site until the transaction ends and reads its structure, so that concurrent changes see each other.
 *
 * @throws {DomainError} `not_found` when the organization has no such site.
 */
export async function lockSite(tx: Tx, organizationId: string, siteId: string): Promise<Structure> {
  const site = await siteQuery(tx, organizationId, siteId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('site', siteId))
  return structureParts(tx, site)
}

const siteQuery = (db: Db, organizationId: string, siteId: string) =>
  db
    .selectFrom('site')
    .select(siteColumns)
    .where('site.organization_id', '=', organizationId)
    .where('site.id', '=', siteId)

async function structureParts(db: Db, site: SiteRow): Promise<Structure> {
  const groups = await groupsOf(db, site)
  const sections = await sectionsOf(db, site)
  const siteSpaces = await siteSpacesOf(db, site)
  return { site, groups, sections, siteSpaces }
}

const groupsOf = (db: Db, site: SiteRow): Promise<GroupRow[]> =>
  db
    .selectFrom('site_section_group')
    .select(['id', 'title', 'icon', 'order_key as orderKey', 'version'])
    .select(sql<'site-section-group'>`'site-section-group'`.as('kind'))
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.id)
    .orderBy('order_key')
    .execute()

const sectionsOf = (db: Db, site: SiteRow): Promise<SectionRow[]> =>
  db
    .selectFrom('site_section')
    .select(['id', 'title', 'description', 'path', 'icon', 'condition', 'version'])
    .select(['group_id as groupId', 'order_key as orderKey', 'default_site_space_id as defaultSiteSpaceId'])
    .select(sql<'site-section'>`'site-section'`.as('kind'))
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.id)
    .orderBy('order_key')
    .execute()

const siteSpacesOf = (db: Db, site: SiteRow): Promise<SiteSpaceRow[]> =>
  db
    .selectFrom('site_space')
    .innerJoin('space', (join) =>
      join
        .onRef('space.organization_id', '=', 'site_space.organization_id')
        .onRef('space.id', '=', 'site_space.space_id'),
    )
    .select(['site_space.id', 'site_space.section_id as sectionId', 'site_space.space_id as spaceId'])
    .select(['site_space.order_key as orderKey', 'site_space.path', 'site_space.condition', 'space.title'])
    .select(['site_space.version', sql<'site-space'>`'site-space'`.as('kind')])
    .where('site_space.organization_id', '=', site.organizationId)
    .where('site_space.site_id', '=', site.id)
    .orderBy('site_space.order_key')
    .execute()

/** The site spaces that formerly had one of these addresses. */
async function movedAddressesAt(
  db: Db,
  site: SiteRow,
  addresses: readonly string[],
): Promise<MovedAddress[]> {
  return db
    .selectFrom('moved_address')
    .select(['address', 'site_space_id as siteSpaceId'])
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.id)
    .where('address', 'in', addresses)
    .execute()
}

/**
 * The possible meanings of a path below a site, best first; the first one with an existing page applies. `redirect` asks
 * for a 308 to `address` and `pagePath`. `leaving` are addresses that a previewed plan would change.
 */
export async function resolvePath(
  db: Db,
  structure: Structure,
  path: string,
  leaving: readonly MovedAddress[] = [],
): Promise<readonly PathMatch[]> {
  const moved = await movedAddressesAt(db, structure.site, pathPrefixes(path))
  return pathMatches(structure, [...leaving, ...moved], path)
}
