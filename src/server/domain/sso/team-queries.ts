import type { Db, Tx } from '../../db/client.ts'
import { managedByScim } from '../teams/queries.ts'

type Member = { readonly organizationId: string; readonly userId: string }

const teamsWithRole = (db: Db | Tx, organizationId: string, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('team as t')
    .leftJoin('team_member as m', (join) =>
      join
        .onRef('m.organization_id', '=', 't.organization_id')
        .onRef('m.team_id', '=', 't.id')
        .on('m.user_id', '=', userId),
    )
    .select(['t.id', 't.title', 'm.role'])
    .where('t.organization_id', '=', organizationId)
    .where('t.id', 'in', ids)
    .where(({ not }) => not(managedByScim('t')))
    .orderBy('t.id')

/** Teams with the role of a user in each, null where they are no member. Without teams that provisioning manages. */
export const teamsOf = async (db: Db, organizationId: string, userId: string, ids: readonly string[]) =>
  ids.length === 0 ? [] : teamsWithRole(db, organizationId, userId, ids).execute()

/** The same; the teams cannot be deleted until the transaction ends. */
export const lockTeamsOf = async (tx: Tx, organizationId: string, userId: string, ids: readonly string[]) =>
  ids.length === 0 ? [] : teamsWithRole(tx, organizationId, userId, ids).forKeyShare('t').execute()

export async function addToTeams(tx: Tx, { organizationId, userId }: Member, ids: readonly string[]) {
  if (ids.length === 0) return
  await tx
    .insertInto('team_member')
    .values(ids.map((id) => ({ organization_id: organizationId, team_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeFromTeams(tx: Tx, { organizationId, userId }: Member, ids: readonly string[]) {
  if (ids.length === 0) return
  await tx
    .deleteFrom('team_member')
    .where('organization_id', '=', organizationId)
    .where('team_id', 'in', ids)
    .where('user_id', '=', userId)
    .where('role', '=', 'member')
    .execute()
}
