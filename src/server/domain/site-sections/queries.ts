import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

export type NewSection = {
  readonly organizationId: string
  readonly siteId: string
  readonly id: string
  readonly orderKey: string
  readonly title: string
  readonly path: string
  readonly icon: string | null
  /** A site space of the section; it may be written later in the same transaction. */
  readonly defaultSiteSpaceId: string
}

/** Writes a new section at the top of its site. */
export const insertSection = (tx: Tx, section: NewSection, now: Date) =>
  tx
    .insertInto('site_section')
    .values({
      organization_id: section.organizationId,
      id: section.id,
      site_id: section.siteId,
      order_key: section.orderKey,
      title: section.title,
      path: section.path,
      icon: section.icon,
      default_site_space_id: section.defaultSiteSpaceId,
      created_at: now,
      updated_at: now,
    })
    .execute()

export type SectionChange = {
  readonly title?: string
  readonly description?: string | null
  readonly path?: string
  readonly icon?: string | null
  readonly condition?: string | null
  readonly default_site_space_id?: string
  readonly group_id?: string | null
  readonly order_key?: string
}

export const changeSection = (tx: Tx, organizationId: string, id: string, change: SectionChange, now: Date) =>
  tx
    .updateTable('site_section')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Gives a section its place: in a group, or at the top of its site. */
export const placeSection = (
  tx: Tx,
  organizationId: string,
  id: string,
  to: { readonly parentId: string | null; readonly orderKey: string },
  now: Date,
) => changeSection(tx, organizationId, id, { group_id: to.parentId, order_key: to.orderKey }, now)

/** Deletes a section with its site spaces; the spaces themselves stay in the library. */
export async function deleteSection(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('site_space')
    .where('organization_id', '=', organizationId)
    .where('section_id', '=', id)
    .execute()
  await tx
    .deleteFrom('site_section')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
