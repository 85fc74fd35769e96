import { type RawBuilder, sql } from 'kysely'
import { shelves, spaceAccess } from '../../auth/grants.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor } from '../../db/page.ts'
import type { Ordered } from '../../order.ts'
import type { Viewer } from '../spaces/queries.ts'

/** One move or creation on an organization's shelves at a time, so that two never compute the same key. */
export const holdShelves = (tx: Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`shelves ${organizationId}`}, 0))`.execute(tx)

/** The shelves of two organizations, always in the same order, so that two transfers never wait for each other. */
export async function holdShelvesOf(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) await holdShelves(tx, id)
}

/** As an index can be asked: “is not distinct from” cannot. */
const standsIn = (parentId: string | null): RawBuilder<unknown> =>
  parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`

/** Collections and living spaces below a parent (null: at the top), in their order. */
export async function siblingsIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`
    select id, order_key as "orderKey" from space
    where organization_id = ${organizationId} and ${standsIn(parentId)} and deleted_at is null
    union all
    select id, order_key from collection
    where organization_id = ${organizationId} and ${standsIn(parentId)}
    order by "orderKey", id`.execute(tx)
  return rows
}

/** The last key below a parent, null when there is none. */
export async function lastKeyIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`select max(last collate "C") as last from (
    (select order_key as last from space where organization_id = ${organizationId}
      and ${standsIn(parentId)} and deleted_at is null order by order_key desc limit 1)
    union all
    (select order_key from collection where organization_id = ${organizationId}
      and ${standsIn(parentId)} order by order_key desc limit 1)) keys`.execute(tx)
  return rows[0]?.last ?? null
}

export type Shelved = { readonly parentId: string | null; readonly orderKey: string }

/** What stands directly before a place on a shelf, or directly after it; undefined at the end of the shelf. */
export async function neighbourOf(
  tx: Tx,
  organizationId: string,
  { parentId, orderKey }: Shelved,
  side: 'before' | 'after',
): Promise<{ readonly id: string; readonly kind: 'space' | 'collection' } | undefined> {
  const [sign, way] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const nearest = sql`organization_id = ${organizationId} and ${standsIn(parentId)} and order_key ${sign} ${orderKey}`
  const { rows } = await sql<{ id: string; kind: 'space' | 'collection' }>`select id, kind from (
    (select id, order_key, 'space' as kind from space where ${nearest} and deleted_at is null
      order by order_key ${way} limit 1)
    union all
    (select id, order_key, 'collection' from collection where ${nearest} order by order_key ${way} limit 1)) beside
    order by order_key ${way} limit 1`.execute(tx)
  return rows[0]
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

export type ShelfRow = Ordered & {
  readonly kind: 'space' | 'collection'
  /** The collection it stands in as the viewer sees it, empty at the top. */
  readonly shelf: string
}

/** What is listed: one shelf, or all of them from one collection (null: from the top) down. */
export type ShelfChoice = { readonly parentId: string | null; readonly isNested: boolean }

/**
 * What stands where and the viewer may see, as one union of both kinds. What the viewer may see though not the
 * collection around it stands at the top.
 */
async function shelfUnion(db: Db, viewer: Viewer, { parentId, isNested }: ShelfChoice) {
  const { organizationId, userId, standing } = viewer
  const access = spaceAccess(organizationId, standing)
  const branch = isNested && parentId !== null ? await branchOf(db, organizationId, parentId) : undefined
  const under = (parent: RawBuilder<unknown>, shelf: RawBuilder<unknown>) => {
    if (branch !== undefined) return sql`${parent} = any(${branch}) and ${shelf} <> ''`
    if (isNested) return sql`true`
    return parentId === null ? sql`${shelf} = ''` : sql`${parent} = ${parentId}`
  }
  const shelfOf = (parent: RawBuilder<unknown>, rank: RawBuilder<unknown>) =>
    sql`case when coalesce(${rank}, 0) > 0 then ${parent} else '' end`
  const ofSpace = shelfOf(sql`s.parent_id`, sql`shelf.rank`)
  const ofCollection = shelfOf(sql`c.parent_id`, sql`above.rank`)
  return {
    head: shelves(organizationId, userId, standing),
    union: sql`
      select s.id, s.order_key, 'space' as kind, ${ofSpace} as shelf from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null
        and ${under(sql`s.parent_id`, ofSpace)} and ${access.rank} > 0
      union all
      select c.id, c.order_key, 'collection', ${ofCollection} from collection c
      join shelf on shelf.id = c.id and shelf.rank > 0
      left join shelf above on above.id = c.parent_id
      where c.organization_id = ${organizationId} and ${under(sql`c.parent_id`, ofCollection)}`,
  }
}

/** One page of what stands where, shelf by shelf, a row more than `limit` when there is more. */
export async function shelfPage(
  db: Db,
  viewer: Viewer,
  choice: ShelfChoice,
  limit: number,
  page: string | undefined,
): Promise<ShelfRow[]> {
  const { head, union } = await shelfUnion(db, viewer, choice)
  const after = page === undefined ? null : decodeCursor(page, 3)
  const from =
    after === null ? sql`` : sql`where (shelf, order_key, id) > (${after[0]}, ${after[1]}, ${after[2]})`
  const { rows } = await sql<ShelfRow>`${head}
    select id, order_key as "orderKey", kind, shelf from (${union}) shelved ${from}
    order by shelf, order_key, id limit ${limit === 0 ? 0 : limit + 1}`.execute(db)
  return rows
}

/** How many things stand there, as far as the viewer may see. */
export async function countShelf(db: Db, viewer: Viewer, choice: ShelfChoice): Promise<number> {
  const { head, union } = await shelfUnion(db, viewer, choice)
  const { rows } = await sql<{
    count: number
  }>`${head} select count(*) as count from (${union}) shelved`.execute(db)
  return rows[0]?.count ?? 0
}
