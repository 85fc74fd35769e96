import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

export type NewGroup = {
  readonly organizationId: string
  readonly siteId: string
  readonly id: string
  readonly orderKey: string
  readonly title: string
  readonly icon: string | null
}

export const insertGroup = (tx: Tx, group: NewGroup, now: Date) =>
  tx
    .insertInto('site_section_group')
    .values({
      organization_id: group.organizationId,
      id: group.id,
      site_id: group.siteId,
      order_key: group.orderKey,
      title: group.title,
      icon: group.icon,
      created_at: now,
      updated_at: now,
    })
    .execute()

type GroupChange = { readonly title?: string; readonly icon?: string | null; readonly order_key?: string }

export const changeGroup = (tx: Tx, organizationId: string, id: string, change: GroupChange, now: Date) =>
  tx
    .updateTable('site_section_group')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Gives a group its place at the top of its site. */
export const placeGroup = (tx: Tx, organizationId: string, id: string, orderKey: string, now: Date) =>
  changeGroup(tx, organizationId, id, { order_key: orderKey }, now)

/** Deletes a group; its sections have to be out of it by then. */
export const deleteGroup = (tx: Tx, organizationId: string, id: string) =>
  tx
    .deleteFrom('site_section_group')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
