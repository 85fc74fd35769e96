import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

export type NewSiteSpace = {
  readonly organizationId: string
  readonly siteId: string
  readonly id: string
  readonly sectionId: string | null
  readonly spaceId: string
  readonly orderKey: string
  readonly path: string
}

export const insertSiteSpaces = (tx: Tx, siteSpaces: readonly NewSiteSpace[], now: Date) =>
  tx
    .insertInto('site_space')
    .values(
      siteSpaces.map((one) => ({
        organization_id: one.organizationId,
        id: one.id,
        site_id: one.siteId,
        section_id: one.sectionId,
        space_id: one.spaceId,
        order_key: one.orderKey,
        path: one.path,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()

export type SiteSpaceChange = {
  readonly path?: string
  readonly condition?: string | null
  readonly section_id?: string | null
  readonly order_key?: string
}

export const changeSiteSpace = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: SiteSpaceChange,
  now: Date,
) =>
  tx
    .updateTable('site_space')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Gives a site space its place: in a section, or at the top of a site without sections. */
export const placeSiteSpace = (
  tx: Tx,
  organizationId: string,
  id: string,
  to: { readonly parentId: string | null; readonly orderKey: string },
  now: Date,
) => changeSiteSpace(tx, organizationId, id, { section_id: to.parentId, order_key: to.orderKey }, now)

/** Puts all site spaces of a site without sections into its first section; they keep their order. */
export const gatherInSection = (
  tx: Tx,
  organizationId: string,
  siteId: string,
  sectionId: string,
  now: Date,
) =>
  tx
    .updateTable('site_space')
    .set({ section_id: sectionId, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('section_id', 'is', null)
    .execute()

export const deleteSiteSpace = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('site_space').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** Holds every site that shows one of the spaces until the transaction ends; answers their ids. */
export async function holdSitesOf(
  tx: Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<readonly string[]> {
  const sites = await tx
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('site_space')
        .select('site_id')
        .where('organization_id', '=', organizationId)
        .where('space_id', 'in', spaceIds),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return sites.map(({ id }) => id)
}

/**
 * Holds living spaces until the transaction ends. Whoever changes which spaces a site shows holds them before the
 * site, as deleting a space does; so the two wait for each other instead of blocking each other.
 *
 * @returns the spaces that are there, in no order
 */
export const holdSpaces = (tx: Tx, organizationId: string, ids: readonly string[]) =>
  tx
    .selectFrom('space')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The spaces that a site shows. */
export async function spaceIdsOf(tx: Tx, organizationId: string, siteId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('site_space')
    .select('space_id as id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
  return rows.map(({ id }) => id)
}
