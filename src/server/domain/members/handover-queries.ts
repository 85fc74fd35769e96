import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** A member who leaves an organization, and the successor; null for none. */
type Handover = {
  readonly organizationId: string
  readonly userId: string
  readonly successor: string | null
}

/** Hands over or deletes a member's grants and returns their number. The successor keeps the stronger role. */
export async function handOverGrants(
  tx: Tx,
  { organizationId, userId, successor }: Handover,
): Promise<number> {
  if (successor !== null) {
    await sql`insert into access_grant as held
        (organization_id, subject_kind, subject_id, grantee_kind, grantee_id, role, created_at)
      select organization_id, subject_kind, subject_id, 'user', ${successor}, role, created_at
      from access_grant
      where organization_id = ${organizationId} and grantee_kind = 'user' and grantee_id = ${userId}
      on conflict (organization_id, subject_kind, subject_id, grantee_kind, grantee_id) do update
        set role = excluded.role where role_rank(excluded.role) > role_rank(held.role)`.execute(tx)
  }
  const { numDeletedRows } = await tx
    .deleteFrom('access_grant')
    .where('organization_id', '=', organizationId)
    .where('grantee_kind', '=', 'user')
    .where('grantee_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Hands over or ends a member's team memberships and returns their number. The successor keeps the stronger role. */
export async function handOverTeams(
  tx: Tx,
  { organizationId, userId, successor }: Handover,
): Promise<number> {
  if (successor !== null) {
    await sql`insert into team_member as held (organization_id, team_id, user_id, role)
      select organization_id, team_id, ${successor}, role from team_member
      where organization_id = ${organizationId} and user_id = ${userId}
      on conflict (organization_id, team_id, user_id) do update
        set role = excluded.role where excluded.role = 'owner' and held.role <> 'owner'`.execute(tx)
  }
  const { numDeletedRows } = await tx
    .deleteFrom('team_member')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
