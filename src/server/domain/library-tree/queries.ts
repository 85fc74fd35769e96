import { type RawBuilder, sql } from 'kysely'
import { type Db, prepared, type Tx } from '../../db/client.ts'
import type { Ordered } from '../../order.ts'

const libraryKey = (organizationId: string) => sql`hashtextextended(${`library ${organizationId}`}, 0)`

/** Locks the structure of a library: one move or deletion at a time, so that no order key is used twice. */
export const lockLibrary = (tx: Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(${libraryKey(organizationId)})`.execute(tx)

/**
 * Keeps moves and deletions away from a library until the transaction ends, but no others that only add to it at the end
 * of a parent: `newKeyAtEnd` differs for each of them.
 */
export const lockLibraryShared = (tx: Tx, organizationId: string) =>
  sql`${prepared}select pg_advisory_xact_lock_shared(${libraryKey(organizationId)})`.execute(tx)

/** Locks several libraries, always in the same order, so that two transfers cannot deadlock. */
export async function lockLibraries(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) await lockLibrary(tx, id)
}

/** Two forms, because “is not distinct from” cannot use an index. */
const isBelow = (parentId: string | null): RawBuilder<unknown> =>
  parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`

/** The collections and active spaces of a parent (null: the top), in order. */
export async function siblingsIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`
    select id, order_key as "orderKey" from space
    where organization_id = ${organizationId} and ${isBelow(parentId)} and deleted_at is null
    union all
    select id, order_key from collection
    where organization_id = ${organizationId} and ${isBelow(parentId)}
    order by "orderKey", id`.execute(tx)
  return rows
}

/** The last order key of a parent, null without children. */
export async function lastKeyIn(
  tx: Tx,
  organizationId: string,
  parentId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`${prepared}select max(last collate "C") as last from (
    (select order_key as last from space where organization_id = ${organizationId}
      and ${isBelow(parentId)} and deleted_at is null order by order_key desc limit 1)
    union all
    (select order_key from collection where organization_id = ${organizationId}
      and ${isBelow(parentId)} order by order_key desc limit 1)) keys`.execute(tx)
  return rows[0]?.last ?? null
}

export type LibraryPosition = { readonly parentId: string | null; readonly orderKey: string }

/** The sibling directly before or after a position; undefined at the end. */
export async function neighborOf(
  tx: Tx,
  organizationId: string,
  { parentId, orderKey }: LibraryPosition,
  side: 'before' | 'after',
): Promise<{ readonly id: string; readonly kind: 'space' | 'collection' } | undefined> {
  const [sign, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const nearest = sql`organization_id = ${organizationId} and ${isBelow(parentId)} and order_key ${sign} ${orderKey}`
  const { rows } = await sql<{ id: string; kind: 'space' | 'collection' }>`select id, kind from (
    (select id, order_key, 'space' as kind from space where ${nearest} and deleted_at is null
      order by order_key ${direction} limit 1)
    union all
    (select id, order_key, 'collection' from collection where ${nearest} order by order_key ${direction} limit 1)) beside
    order by order_key ${direction} limit 1`.execute(tx)
  return rows[0]
}

/** The ids from a collection up to the top, itself first; empty when it is not in the organization. */
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

/** The ids of a collection and all collections below it. */
export async function branchOf(db: Db | Tx, organizationId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down (id) as (
      select id from collection where organization_id = ${organizationId} and id = ${id}
      union all
      select c.id from down join collection c on c.organization_id = ${organizationId} and c.parent_id = down.id
    ) select id from down`.execute(db)
  return rows.map((row) => row.id)
}
