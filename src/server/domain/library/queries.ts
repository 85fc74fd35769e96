import { type RawBuilder, sql } from 'kysely'
import { shelves, spaceAccess } from '../../auth/grants.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import type { Ordered } from '../../order.ts'
import type { Viewer } from '../spaces/queries.ts'

/** One move or creation on an organization's shelves at a time, so that two never compute the same key. */
export const holdShelves = (tx: Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`shelves ${organizationId}`}, 0))`.execute(tx)

/** The shelves of two organizations, always in the same order, so that two transfers never wait for each other. */
export async function holdShelvesOf(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) await holdShelves(tx, id)
}

/** Collections and living spaces below a parent (null: at the top), in their order. */
export async function siblingsIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`
    select id, order_key as "orderKey" from space
    where organization_id = ${organizationId} and parent_id is not distinct from ${parentId} and deleted_at is null
    union all
    select id, order_key from collection
    where organization_id = ${organizationId} and parent_id is not distinct from ${parentId}
    order by "orderKey", id`.execute(tx)
  return rows
}

/** The last key below a parent, spaces in the trash included, null when there is none. */
export async function lastKeyIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`select max(last collate "C") as last from (
    (select order_key as last from space where organization_id = ${organizationId}
      and parent_id is not distinct from ${parentId} and deleted_at is null order by order_key desc limit 1)
    union all
    (select order_key from collection where organization_id = ${organizationId}
      and parent_id is not distinct from ${parentId} order by order_key desc limit 1)) keys`.execute(tx)
  return rows[0]?.last ?? null
}

/** The collections from one up to the top, itself first; empty when it is not in the organization. */
export async function ancestorsOf(db: Db | Tx, organizationId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up (id, parent_id, depth) as (
      select id, parent_id, 0 from collection where organization_id = ${organizationId} and id = ${id}
      union all
      select c.id, c.parent_id, up.depth + 1 from up
      join collection c on c.organization_id = ${organizationId} and c.id = up.parent_id
    ) select id from up order by depth`.execute(db)
  return rows.map((row) => row.id)
}

/** All collections below one, itself included. */
export async function branchOf(db: Db | Tx, organizationId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down (id) as (
      select id from collection where organization_id = ${organizationId} and id = ${id}
      union all
      select c.id from down join collection c on c.organization_id = ${organizationId} and c.parent_id = down.id
    ) select id from down`.execute(db)
  return rows.map((row) => row.id)
}

/** Holds a collection until the transaction ends. */
export async function holdCollection(tx: Tx, organizationId: string, id: string) {
  const row = await tx
    .selectFrom('collection')
    .select(['id', 'parent_id as parentId', 'order_key as orderKey', 'title', 'version'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound('collection', id)
  return row
}

export type ShelfRow = Ordered & { readonly kind: 'space' | 'collection' }

/**
 * What stands below a parent and the viewer may see, as one union of both kinds. What the viewer may see though
 * not the collection around it stands at the top.
 */
const shelfUnion = (viewer: Viewer, parentId: string | null) => {
  const { organizationId, userId, standing } = viewer
  const access = spaceAccess(organizationId, standing)
  const under = (parent: RawBuilder<unknown>, rank: RawBuilder<unknown>) =>
    parentId === null ? sql`(${parent} is null or coalesce(${rank}, 0) = 0)` : sql`${parent} = ${parentId}`
  return {
    head: shelves(organizationId, userId, standing),
    union: sql`
      select s.id, s.order_key, 'space' as kind from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null
        and ${under(sql`s.parent_id`, sql`shelf.rank`)} and ${access.rank} > 0
      union all
      select c.id, c.order_key, 'collection' from collection c
      join shelf on shelf.id = c.id and shelf.rank > 0
      left join shelf above on above.id = c.parent_id
      where c.organization_id = ${organizationId} and ${under(sql`c.parent_id`, sql`above.rank`)}`,
  }
}

/** One page of a shelf, a row more than `limit` when there is more. */
export async function shelfPage(
  db: Db,
  viewer: Viewer,
  parentId: string | null,
  limit: number,
  page: string | undefined,
): Promise<ShelfRow[]> {
  const { head, union } = shelfUnion(viewer, parentId)
  const after = page === undefined ? null : decodeCursor(page, 2)
  const from = after === null ? sql`` : sql`where (order_key, id) > (${after[0]}, ${after[1]})`
  const { rows } = await sql<ShelfRow>`${head}
    select id, order_key as "orderKey", kind from (${union}) shelved ${from}
    order by order_key, id limit ${limit === 0 ? 0 : limit + 1}`.execute(db)
  return rows
}

/** How many things stand on a shelf, as far as the viewer may see. */
export async function countShelf(db: Db, viewer: Viewer, parentId: string | null): Promise<number> {
  const { head, union } = shelfUnion(viewer, parentId)
  const { rows } = await sql<{
    count: number
  }>`${head} select count(*) as count from (${union}) shelved`.execute(db)
  return rows[0]?.count ?? 0
}
