import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { collectionAccess, roleOfRank } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import type { StoredLevel } from '../../db/tables/people.ts'
import { notFound } from '../../errors.ts'
import { deleteGrants } from '../transfers/queries.ts'
import { editorColumn, editorJoin } from '../users/people-queries.ts'
import type { UserRow } from '../users/present.ts'

/** A collection as the viewer sees it. */
export type CollectionRow = {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly orderKey: string
  readonly title: string
  readonly description: string | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Who changed it last; null if it is not known. */
  readonly updatedBy: UserRow | null
  readonly level: Role | null
  readonly levelFrom: { readonly type: 'collection' | 'organization'; readonly id: string }
  readonly role: Role | null
}

type Raw = Omit<CollectionRow, 'level' | 'levelFrom' | 'role'> & {
  readonly levelRank: number
  readonly fromKind: 'collection' | 'organization'
  readonly fromId: string
  readonly rank: number
}

/**
 * The collections a viewer may see: those with a role, and those above something the viewer was granted, which have
 * no role and show only the way to it.
 */
async function visibleCollections(
  db: Db | Tx,
  viewer: Viewer,
  conditions: RawBuilder<unknown>,
): Promise<CollectionRow[]> {
  const { rows } = await sql<Raw>`${collectionAccess(viewer.organizationId, viewer.userId, viewer.membership)}
    select c.id, c.organization_id as "organizationId", c.parent_id as "parentId", c.order_key as "orderKey",
      c.title, c.description, c.version, c.created_at as "createdAt", c.updated_at as "updatedAt",
      ${editorColumn} as "updatedBy", collection_access.level as "levelRank", collection_access.from_kind as "fromKind", collection_access.from_id as "fromId", collection_access.rank
    from collection c join collection_access on collection_access.id = c.id and collection_access.rank > 0
    ${editorJoin(sql`c`)}
    where c.organization_id = ${viewer.organizationId} ${conditions}`.execute(db)
  return rows.map(({ levelRank, fromKind, fromId, rank, ...row }) => ({
    ...row,
    level: roleOfRank(levelRank),
    levelFrom: { type: fromKind, id: fromId },
    role: roleOfRank(rank),
  }))
}

/** One page of the collections a viewer may see, oldest first; without `nested` only those at the top. */
export async function collectionPage(
  db: Db,
  viewer: Viewer,
  paging: Paging,
  nested: boolean,
): Promise<Page<CollectionRow> & { count: number }> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const after = paging.page === undefined ? null : decodeCursor(paging.page, 2)
  const top = nested ? sql`` : sql`and c.parent_id is null`
  const from = after === null ? sql`` : sql`and (c.created_at, c.id) > (${after[0]}, ${after[1]})`
  const [rows, count] = await Promise.all([
    visibleCollections(db, viewer, sql`${top} ${from} order by c.created_at, c.id limit ${limit + 1}`),
    countCollections(db, viewer, top),
  ])
  return { ...pageFromRows(limit === 0 ? [] : rows, limit, (row) => [row.createdAt, row.id]), count }
}

async function countCollections(db: Db, viewer: Viewer, top: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`${collectionAccess(viewer.organizationId, viewer.userId, viewer.membership)}
    select count(*) as count from collection c join collection_access on collection_access.id = c.id and collection_access.rank > 0
    where c.organization_id = ${viewer.organizationId} ${top}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The collections with these ids that the viewer may see, in no particular order. */
export const collectionsByIds = (
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<CollectionRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : visibleCollections(db, viewer, sql`and c.id = any(${ids})`)

/** One collection as the viewer sees it. */
export async function visibleCollection(db: Db | Tx, viewer: Viewer, id: string): Promise<CollectionRow> {
  const [row] = await collectionsByIds(db, viewer, [id])
  if (row === undefined) throw notFound('collection', id)
  return row
}

const storedColumns = [
  'id',
  'parent_id as parentId',
  'order_key as orderKey',
  'title',
  'description',
  'default_level as defaultLevel',
  'version',
  'updated_at as updatedAt',
] as const

/** Locks a collection until the transaction ends. */
export async function lockCollection(tx: Tx, organizationId: string, id: string) {
  const [row] = await lockCollections(tx, organizationId, [id])
  if (row === undefined) throw notFound('collection', id)
  return row
}

/** Locks collections until the transaction ends. */
export const lockCollections = (tx: Tx, organizationId: string, ids: readonly string[]) =>
  tx
    .selectFrom('collection')
    .select(storedColumns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

/** A collection as it is stored. */
export type StoredCollection = Awaited<ReturnType<typeof lockCollection>>

export type NewCollection = {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly orderKey: string
  readonly title: string
  readonly by: string
  readonly now: Date
}

export const insertCollection = (tx: Tx, collection: NewCollection) =>
  tx
    .insertInto('collection')
    .values({
      id: collection.id,
      organization_id: collection.organizationId,
      parent_id: collection.parentId,
      order_key: collection.orderKey,
      title: collection.title,
      created_at: collection.now,
      updated_at: collection.now,
      updated_by: collection.by,
    })
    .execute()

export type CollectionChange = Partial<{
  title: string
  description: string | null
  default_level: StoredLevel
  parent_id: string | null
  order_key: string
  updated_by: string
}>

/** Updates the settings or position of a collection and increments its version. */
export const changeCollection = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: CollectionChange,
  now: Date,
) =>
  tx
    .updateTable('collection')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** The active spaces of some collections, locked. */
export const spacesIn = (tx: Tx, organizationId: string, collectionIds: readonly string[]) =>
  tx
    .selectFrom('space')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('parent_id', 'in', collectionIds)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()

/** Deletes collections with their grants and invites. Their spaces, all in the trash by now, lose their parent. */
export async function removeCollections(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`update space set parent_id = null where organization_id = ${organizationId} and parent_id = any(${ids})`.execute(
    tx,
  )
  await deleteGrants(tx, organizationId, 'collection', ids)
  await sql`delete from collection where organization_id = ${organizationId} and id = any(${ids})`.execute(tx)
}
