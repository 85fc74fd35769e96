import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { beginningsOf, type MovedAddress, movedAddresses, type Reading, readingsOf } from './addresses.ts'
import { type Defaults, defaultsAfter } from './defaults.ts'
import type { GroupRow, SectionRow, SiteRow, SiteSpaceRow, Structure } from './structure.ts'

/** The columns of a site as everything above the database names them. */
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
  'site.default_section_id as defaultSectionId',
  'site.default_site_space_id as defaultSiteSpaceId',
  'site.version',
  'site.created_at as createdAt',
  'site.updated_at as updatedAt',
] as const

/** @throws {DomainError} `not_found` when the organization has no such site. */
export async function structureOf(db: Db, organizationId: string, siteId: string): Promise<Structure> {
  return partsOf(
    db,
    await siteQuery(db, organizationId, siteId).executeTakeFirstOrThrow(() => notFound('site', siteId)),
  )
}

/**
 * Holds the site until the transaction ends, so that two changes of its structure never decide on the same state.
 *
 * @throws {DomainError} `not_found` when the organization has no such site.
 */
export async function holdSite(tx: Tx, organizationId: string, siteId: string): Promise<Structure> {
  const site = await siteQuery(tx, organizationId, siteId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('site', siteId))
  return partsOf(tx, site)
}

const siteQuery = (db: Db, organizationId: string, siteId: string) =>
  db
    .selectFrom('site')
    .select(siteColumns)
    .where('site.organization_id', '=', organizationId)
    .where('site.id', '=', siteId)

async function partsOf(db: Db, site: SiteRow): Promise<Structure> {
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

/**
 * Ends a change of structure: points the defaults that lost their place at the next one in order, remembers the
 * addresses that were left, gives the spaces that came or went their visibility, and takes a site without any space
 * off the web. Answers the structure as it is now.
 */
export async function settle(tx: Tx, before: Structure, now: Date): Promise<Structure> {
  const { organizationId, id } = before.site
  const changed = await structureOf(tx, organizationId, id)
  const repointed = await pointDefaults(tx, changed, defaultsAfter(before, changed), now)
  const after = repointed ? await structureOf(tx, organizationId, id) : changed
  await remember(tx, after.site, movedAddresses(before, after), now)
  await mirrorVisibility(tx, organizationId, spacesThatCameOrWent(before, after))
  return after
}

function spacesThatCameOrWent(before: Structure, after: Structure): readonly string[] {
  const [was, is] = [before, after].map(({ siteSpaces }) => new Set(siteSpaces.map(({ spaceId }) => spaceId)))
  return [...(was ?? []), ...(is ?? [])].filter((id) => !(was?.has(id) && is?.has(id)))
}

/** Writes the defaults that differ; answers whether any did. */
async function pointDefaults(tx: Tx, { site, sections, siteSpaces }: Structure, to: Defaults, now: Date) {
  let changed = await pointSite(tx, site, to, siteSpaces.length === 0, now)
  for (const section of sections) {
    const wanted = to.siteSpaces.get(section.id) ?? null
    if (wanted === section.defaultSiteSpaceId) continue
    await pointSection(tx, site.organizationId, section.id, wanted, now)
    changed = true
  }
  return changed
}

async function pointSite(tx: Tx, site: SiteRow, to: Defaults, isEmpty: boolean, now: Date): Promise<boolean> {
  const wanted = {
    default_section_id: to.section,
    default_site_space_id: to.siteSpaces.get(null) ?? null,
    published: site.published && !isEmpty,
  }
  const same =
    wanted.default_section_id === site.defaultSectionId &&
    wanted.default_site_space_id === site.defaultSiteSpaceId &&
    wanted.published === site.published
  if (same) return false
  await tx
    .updateTable('site')
    .set({ ...wanted, updated_at: now })
    .where('organization_id', '=', site.organizationId)
    .where('id', '=', site.id)
    .execute()
  return true
}

const pointSection = (tx: Tx, organizationId: string, id: string, siteSpaceId: string | null, now: Date) =>
  tx
    .updateTable('site_section')
    .set({ default_site_space_id: siteSpaceId, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/**
 * Gives spaces the visibility of the sites that show them, the widest one where several do; without any they are
 * private, or visible with their collection (gaps 7).
 */
export const mirrorVisibility = (tx: Tx, organizationId: string, spaceIds: readonly string[]) =>
  sql`update space set visibility = wanted.visibility
    from (
      select s.id, coalesce((
        select site.visibility from site_space shown
        join site on site.organization_id = shown.organization_id and site.id = shown.site_id
        where shown.organization_id = s.organization_id and shown.space_id = s.id
        order by array_position(array['public', 'unlisted', 'share-link', 'visitor-auth'], site.visibility) limit 1
      ), case when s.parent_id is null then 'private' else 'in-collection' end) as visibility
      from space s where s.organization_id = ${organizationId} and s.id = any(${spaceIds})
    ) wanted
    where space.organization_id = ${organizationId} and space.id = wanted.id
      and space.visibility is distinct from wanted.visibility`.execute(tx)

async function remember(tx: Tx, site: SiteRow, moved: readonly MovedAddress[], now: Date): Promise<void> {
  if (moved.length === 0) return
  await tx
    .insertInto('moved_address')
    .values(
      moved.map(({ address, siteSpaceId }) => ({
        organization_id: site.organizationId,
        site_id: site.id,
        address,
        site_space_id: siteSpaceId,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'address']).doUpdateSet((set) => ({
        site_space_id: set.ref('excluded.site_space_id'),
        created_at: set.ref('excluded.created_at'),
      })),
    )
    .execute()
}

/** The site spaces that once had one of these addresses. */
async function movedTo(db: Db, site: SiteRow, addresses: readonly string[]): Promise<MovedAddress[]> {
  return db
    .selectFrom('moved_address')
    .select(['address', 'site_space_id as siteSpaceId'])
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.id)
    .where('address', 'in', addresses)
    .execute()
}

/**
 * The ways to read a path below a site's address, best first: take the first whose page exists. `redirect` says that
 * the reader is to be sent to `address` and `pagePath` with 308.
 */
export async function resolvePath(db: Db, structure: Structure, path: string): Promise<readonly Reading[]> {
  return readingsOf(structure, await movedTo(db, structure.site, beginningsOf(path)), path)
}

/** The site that has this basename, in whatever organization; undefined when there is none. */
export const siteByBasename = (db: Db, basename: string): Promise<SiteRow | undefined> =>
  db.selectFrom('site').select(siteColumns).where('site.basename', '=', basename).executeTakeFirst()
