import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Moves collections to the top of another organization; those whose parent moves too keep it. */
export const moveCollections = (tx: Tx, from: string, to: string, ids: readonly string[]) =>
  sql`update collection set organization_id = ${to}, version = version + 1,
      parent_id = case when parent_id = any(${ids}) then parent_id end
    where organization_id = ${from} and id = any(${ids})`.execute(tx)

/** Moves a space to another organization, into a given collection or one that moves too. */
export const moveSpace = (
  tx: Tx,
  space: { from: string; to: string; id: string; parentId: string | null; orderKey: string | null },
) =>
  sql`update space set organization_id = ${space.to}, parent_id = ${space.parentId}, version = version + 1,
      order_key = coalesce(${space.orderKey}, order_key)
    where organization_id = ${space.from} and id = ${space.id}`.execute(tx)

/** Deletes the grants on spaces or collections that are transferred or deleted, and the invites to them. */
export async function deleteGrants(
  tx: Tx,
  organizationId: string,
  kind: 'space' | 'collection',
  ids: readonly string[],
): Promise<void> {
  for (const table of ['access_grant', 'access_request', 'invite'] as const) {
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('subject_kind', '=', kind)
      .where('subject_id', 'in', ids)
      .execute()
  }
}

/** The titles of those spaces that are on a site. */
export async function titlesShownOnSites(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select distinct space.title from site_space shown
    join space on space.organization_id = shown.organization_id and space.id = shown.space_id
    where shown.organization_id = ${organizationId} and shown.space_id = any(${ids})`.execute(tx)
  return rows.map(({ title }) => title)
}

/** Locks all spaces in some collections, including those in the trash, with what may prevent a transfer. */
export async function lockSpacesOfCollections(
  tx: Tx,
  organizationId: string,
  collectionIds: readonly string[],
) {
  const { rows } = await sql<{ id: string; title: string; parentId: string; editMode: 'live' | 'locked' }>`
    select id, title, parent_id as "parentId", edit_mode as "editMode" from space
    where organization_id = ${organizationId} and parent_id = any(${collectionIds}) for update`.execute(tx)
  return rows
}

/** Removes the spaces of some collections from them while the collections are moved. */
export const detachSpaces = (tx: Tx, organizationId: string, collectionIds: readonly string[]) =>
  sql`update space set parent_id = null
    where organization_id = ${organizationId} and parent_id = any(${collectionIds})`.execute(tx)

/** Deletes what people were notified of in spaces or collections that leave the organization, and who follows it. */
export async function deleteNotifications(
  tx: Tx,
  organizationId: string,
  kind: 'space' | 'collection',
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('organization_id', '=', organizationId)
    .where(`${kind}_id`, 'in', ids)
    .execute()
  if (kind === 'space')
    await tx
      .deleteFrom('follow')
      .where('organization_id', '=', organizationId)
      .where('space_id', 'in', ids)
      .execute()
}

/** Keeps a space pinned for people who are members of the other organization as well. */
export async function transferPins(
  tx: Tx,
  { from, to, id }: { readonly from: string; readonly to: string; readonly id: string },
): Promise<void> {
  await sql`update pin set organization_id = ${to} where organization_id = ${from} and space_id = ${id}
    and exists (select from member where member.organization_id = ${to} and member.user_id = pin.user_id)`.execute(
    tx,
  )
  await tx.deleteFrom('pin').where('organization_id', '=', from).where('space_id', '=', id).execute()
}
