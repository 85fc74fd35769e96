import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { membersOf, withMemberCounts } from '../members/queries.ts'

/** One page of the members of a team, by name. */
export async function teamMemberPage(db: Db, organizationId: string, teamId: string, paging: Paging) {
  const inTeam = membersOf(db, organizationId)
    .innerJoin('team_member as t', (join) =>
      join
        .onRef('t.organization_id', '=', 'm.organization_id')
        .onRef('t.user_id', '=', 'm.user_id')
        .on('t.team_id', '=', teamId),
    )
    .select('t.role as teamRole')
  const [page, { count }] = await Promise.all([
    pageOf(
      inTeam,
      { columns: ['m.sort_name', 'm.user_id'], keyOf: (row) => [row.sortName, row.userId] },
      paging,
    ),
    db
      .selectFrom('team_member')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, rows: await withMemberCounts(db, organizationId, page.rows), count }
}

/** The roles of some users in a team; those not in it are missing. */
export async function teamRolesOf(
  tx: Tx,
  organizationId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<Map<string, TeamRole>> {
  const rows = await tx
    .selectFrom('team_member')
    .select(['user_id as userId', 'role'])
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`user_id = any(${userIds})`)
    .execute()
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

/** Removes users from a team. */
export async function deleteTeamMembers(
  tx: Tx,
  organizationId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .deleteFrom('team_member')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`user_id = any(${userIds})`)
    .execute()
}
