import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { deleteSection } from '../site-sections/queries.ts'
import { settle, structureOf } from '../site-structure/queries.ts'
import { siteSpacesIn } from '../site-structure/structure.ts'

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

/**
 * Takes a space that goes to the trash out of every site. A default that pointed there moves on to the next one in
 * order; a section left without a space goes as well; a site left without one is unpublished.
 *
 * Call it after the space's own row is held or changed: whoever adds a space to a site holds the space first, too.
 */
export async function unlinkSpace(tx: Tx, organizationId: string, spaceId: string, now: Date): Promise<void> {
  const sites = await tx
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('site_space')
        .select('site_id')
        .where('organization_id', '=', organizationId)
        .where('space_id', '=', spaceId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of sites) await unlinkFromSite(tx, organizationId, id, spaceId, now)
}

async function unlinkFromSite(tx: Tx, organizationId: string, siteId: string, spaceId: string, now: Date) {
  const before = await structureOf(tx, organizationId, siteId)
  for (const { id, sectionId } of before.siteSpaces.filter((one) => one.spaceId === spaceId)) {
    // The same space stands only once in a section, so a section with one space loses it here.
    const isLast = sectionId !== null && siteSpacesIn(before, sectionId).length === 1
    await (isLast ? deleteSection(tx, organizationId, sectionId) : deleteSiteSpace(tx, organizationId, id))
  }
  await settle(tx, before, now)
}
