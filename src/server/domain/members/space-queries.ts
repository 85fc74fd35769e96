import { sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { collectionAccess, roleOfRank, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'

export type AccessibleSpaceRow = { readonly id: string; readonly createdAt: Date; readonly role: Role | null }

/** The spaces a member may see with the member's role, limited to those the viewer may see. */
const spacesAccessibleTo = (member: Viewer, viewer: Viewer) => {
  const { organizationId, userId, membership } = member
  const access = spaceAccess(organizationId, membership)
  return {
    head: collectionAccess(organizationId, userId, membership),
    columns: sql`s.id, s.created_at as "createdAt", ${access.rank} as rank`,
    from: sql`from space s ${access.joins}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0
        and ${isVisibleTo(viewer)}`,
  }
}

const isVisibleTo = ({ organizationId, userId, membership }: Viewer) => {
  if (membership.role === 'admin') return sql`true`
  const access = spaceAccess(organizationId, membership)
  return sql`s.id in (${collectionAccess(organizationId, userId, membership)}
    select s.id from space s ${access.joins}
    where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0)`
}

/** One page of the spaces a member may see, by creation time. A suspended member sees none. */
export async function accessibleSpacePage(
  db: Db,
  member: Viewer,
  viewer: Viewer,
  {
    page,
    limit = DEFAULT_PAGE_SIZE,
    order = 'desc',
  }: Paging & { readonly order?: 'asc' | 'desc' | undefined },
): Promise<Page<AccessibleSpaceRow> & { count: number }> {
  if (member.membership.disabled) return { rows: [], count: 0 }
  const { head, columns, from } = spacesAccessibleTo(member, viewer)
  const after = page === undefined ? null : decodeCursor(page, 2)
  const sign = order === 'asc' ? sql`>` : sql`<`
  const beyond = after === null ? sql`` : sql`and (s.created_at, s.id) ${sign} (${after[0]}, ${after[1]})`
  const direction = sql.raw(order)
  const [matches, countResult] = await Promise.all([
    sql<{ id: string; createdAt: Date; rank: number }>`${head} select ${columns} ${from} ${beyond}
      order by s.created_at ${direction}, s.id ${direction} limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<{ count: number }>`${head} select count(*) as count ${from}`.execute(db),
  ])
  const rows = matches.rows.map(({ rank, ...row }) => ({ ...row, role: roleOfRank(rank) }))
  return {
    ...pageFromRows(rows, limit, (row) => [row.createdAt, row.id]),
    count: countResult.rows[0]?.count ?? 0,
  }
}
