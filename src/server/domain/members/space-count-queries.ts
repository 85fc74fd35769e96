import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/**
 * How many spaces each of some members can access, in one query: directly, through teams and collections, by default
 * levels, or as an admin. Default levels open a space to all members but guests, so only the spaces that they keep
 * closed depend on the person.
 */
export async function accessibleSpaceCounts(
  db: Db | Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; count: number }>`
    with recursive level (id, level) as (
      select c.id, c.default_level from collection c
      where c.organization_id = ${organizationId} and c.parent_id is null
      union all
      select c.id, case when c.default_level = 'inherit' then level.level else c.default_level end
      from level join collection c on c.organization_id = ${organizationId} and c.parent_id = level.id
    ),
    stored (id, parent_id, is_closed) as materialized (
      select s.id, s.parent_id,
        case when s.default_level = 'inherit' then coalesce(level.level, 'inherit') else s.default_level end = 'none'
      from space s left join level on level.id = s.parent_id
      where s.organization_id = ${organizationId} and s.deleted_at is null
    ),
    total (all_spaces, open_spaces) as (select count(*), count(*) filter (where not is_closed) from stored),
    who (id, is_guest) as (
      select m.user_id, m.role is null from member m
      where m.organization_id = ${organizationId} and m.user_id = any(${userIds}) and not m.disabled
        and m.role is distinct from 'admin'
    ),
    grantee (user_id, is_guest, kind, id) as (
      select who.id, who.is_guest, 'user', who.id from who
      union all
      select who.id, who.is_guest, 'team', t.team_id from who
      join team_member t on t.organization_id = ${organizationId} and t.user_id = who.id
    ),
    granted (user_id, is_guest, kind, id) as materialized (
      select distinct grantee.user_id, grantee.is_guest, g.subject_kind, g.subject_id from grantee
      join access_grant g on g.organization_id = ${organizationId} and g.grantee_kind = grantee.kind
        and g.grantee_id = grantee.id
      where g.subject_kind in ('space', 'collection') and role_rank(g.role) > 0
    ),
    branch (user_id, is_guest, id) as (
      select user_id, is_guest, id from granted where kind = 'collection'
      union
      select branch.user_id, branch.is_guest, c.id from branch
      join collection c on c.organization_id = ${organizationId} and c.parent_id = branch.id
    ),
    reached (user_id, id) as (
      select granted.user_id, stored.id from granted join stored on stored.id = granted.id
      where granted.kind = 'space' and (stored.is_closed or granted.is_guest)
      union
      select branch.user_id, stored.id from branch join stored on stored.parent_id = branch.id
      where stored.is_closed or branch.is_guest
    ),
    own (user_id, spaces) as (select user_id, count(*) from reached group by user_id)
    select m.user_id as "userId", case
        when m.disabled then 0
        when m.role = 'admin' then total.all_spaces
        when m.role is null then coalesce(own.spaces, 0)
        else total.open_spaces + coalesce(own.spaces, 0) end as count
    from member m cross join total left join own on own.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = any(${userIds})`.execute(db)
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]))
}
