import { type RawBuilder, sql } from 'kysely'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db } from '../../db/client.ts'
import { decodeCursor } from '../../db/page.ts'
import type { Ordered } from '../../order.ts'
import { branchOf } from '../library-tree/queries.ts'

export type LibraryRow = Ordered & {
  readonly kind: 'space' | 'collection'
  /** The parent as the viewer sees it; empty at the top. */
  readonly parent: string
}

/** What is listed: the children of a collection (null: the top), or everything below it. */
export type LibrarySelection = { readonly parentId: string | null; readonly isNested: boolean }

/**
 * The spaces and collections the viewer may see. One whose collection the viewer cannot see is listed at the top.
 */
async function libraryUnion(db: Db, viewer: Viewer, { parentId, isNested }: LibrarySelection) {
  const { organizationId, userId, membership } = viewer
  const access = spaceAccess(organizationId, membership)
  const branch = isNested && parentId !== null ? await branchOf(db, organizationId, parentId) : undefined
  const under = (parent: RawBuilder<unknown>, visibleParent: RawBuilder<unknown>) => {
    if (branch !== undefined) return sql`${parent} = any(${branch}) and ${visibleParent} <> ''`
    if (isNested) return sql`true`
    return parentId === null ? sql`${visibleParent} = ''` : sql`${parent} = ${parentId}`
  }
  const visibleParentOf = (parent: RawBuilder<unknown>, rank: RawBuilder<unknown>) =>
    sql`case when coalesce(${rank}, 0) > 0 then ${parent} else '' end`
  const ofSpace = visibleParentOf(sql`s.parent_id`, sql`collection_access.rank`)
  const ofCollection = visibleParentOf(sql`c.parent_id`, sql`above.rank`)
  return {
    head: collectionAccess(organizationId, userId, membership),
    union: sql`
      select s.id, s.order_key, 'space' as kind, ${ofSpace} as parent from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null
        and ${under(sql`s.parent_id`, ofSpace)} and ${access.rank} > 0
      union all
      select c.id, c.order_key, 'collection', ${ofCollection} from collection c
      join collection_access on collection_access.id = c.id and collection_access.rank > 0
      left join collection_access above on above.id = c.parent_id
      where c.organization_id = ${organizationId} and ${under(sql`c.parent_id`, ofCollection)}`,
  }
}

/** One page of the library, parent by parent, with one row more than `limit` when there is more. */
export async function libraryPage(
  db: Db,
  viewer: Viewer,
  selection: LibrarySelection,
  limit: number,
  page: string | undefined,
): Promise<LibraryRow[]> {
  const { head, union } = await libraryUnion(db, viewer, selection)
  const after = page === undefined ? null : decodeCursor(page, 3)
  const from =
    after === null ? sql`` : sql`where (parent, order_key, id) > (${after[0]}, ${after[1]}, ${after[2]})`
  const { rows } = await sql<LibraryRow>`${head}
    select id, order_key as "orderKey", kind, parent from (${union}) item ${from}
    order by parent, order_key, id limit ${limit === 0 ? 0 : limit + 1}`.execute(db)
  return rows
}

/** How many spaces and collections of a selection the viewer may see. */
export async function countLibraryItems(
  db: Db,
  viewer: Viewer,
  selection: LibrarySelection,
): Promise<number> {
  const { head, union } = await libraryUnion(db, viewer, selection)
  const { rows } = await sql<{
    count: number
  }>`${head} select count(*) as count from (${union}) item`.execute(db)
  return rows[0]?.count ?? 0
}
