import { sql } from 'kysely'
import { memberAccess, type Subject } from '../../auth/member-access.ts'
import type { Tx } from '../../db/client.ts'

/** The rank of every member's role on a subject by user id, 0 without access, sorted by name. */
export async function memberRanks(
  tx: Tx,
  { organizationId, kind, id }: Subject,
): Promise<ReadonlyMap<string, number>> {
  const { head, joins, rank } = memberAccess(organizationId, kind, [id])
  const { rows } = await sql<{ userId: string; rank: number }>`${head}
    select m.user_id as "userId", ${rank} as rank from subject cross join member m ${joins}
    where m.organization_id = ${organizationId} order by m.sort_name, m.user_id`.execute(tx)
  return new Map(rows.map(({ userId, rank: strength }) => [userId, strength]))
}

/**
 * A space or collection below a collection. `own` means that grants or a default level of its own may set its
 * access apart from its parent's.
 */
export type Below = {
  readonly kind: 'space' | 'collection'
  readonly id: string
  readonly parentId: string
  readonly own: boolean
}

/** All collections and active spaces below a collection. */
export async function descendantsOf(
  tx: Tx,
  organizationId: string,
  collectionId: string,
): Promise<readonly Below[]> {
  const own = (kind: 'space' | 'collection') => sql`below.default_level <> 'inherit' or exists (
    select 1 from access_grant g where g.organization_id = ${organizationId}
      and g.subject_kind = ${sql.lit(kind)} and g.subject_id = below.id)`
  const { rows } = await sql<Below>`with recursive down (id, parent_id, default_level) as (
      select id, parent_id, default_level from collection
      where organization_id = ${organizationId} and id = ${collectionId}
      union all
      select c.id, c.parent_id, c.default_level from down
      join collection c on c.organization_id = ${organizationId} and c.parent_id = down.id
    )
    select 'collection' as kind, below.id, below.parent_id as "parentId", ${own('collection')} as own
    from down below where below.id <> ${collectionId}
    union all
    select 'space', below.id, below.parent_id, ${own('space')}
    from space below join down on down.id = below.parent_id
    where below.organization_id = ${organizationId} and below.deleted_at is null`.execute(tx)
  return rows
}

type Subjects = {
  readonly collections: readonly string[]
  readonly spaces: readonly string[]
  readonly users: readonly string[]
  readonly teams: readonly string[]
}

/**
 * One member for every combination of facts the access rule distinguishes on these spaces and collections: role,
 * suspension, grants, and teams with grants. Members with the same facts have the same access, so one stands for
 * all.
 */
export async function representativeMembers(
  tx: Tx,
  organizationId: string,
  subjects: Subjects,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`with grantee as (
      select distinct grantee_kind, grantee_id from access_grant
      where organization_id = ${organizationId}
        and (subject_kind = 'collection' and subject_id = any(${subjects.collections})
          or subject_kind = 'space' and subject_id = any(${subjects.spaces}))
      union select 'user', unnest(${subjects.users}::text[])
      union select 'team', unnest(${subjects.teams}::text[])
    ),
    in_teams as (
      select user_id, string_agg(team_id, ' ' order by team_id) as teams from team_member
      where organization_id = ${organizationId}
        and team_id in (select grantee_id from grantee where grantee_kind = 'team')
      group by user_id
    )
    select min(m.user_id) as "userId" from member m
    left join in_teams on in_teams.user_id = m.user_id
    left join grantee on grantee.grantee_kind = 'user' and grantee.grantee_id = m.user_id
    where m.organization_id = ${organizationId}
    group by m.role, m.disabled, in_teams.teams, grantee.grantee_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** The access of some members to each of some spaces or collections, as a text to compare. */
export async function accessDigests(
  tx: Tx,
  organizationId: string,
  kind: 'space' | 'collection',
  { ids, users }: { readonly ids: readonly string[]; readonly users: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { head, joins, rank } = memberAccess(organizationId, kind, ids, users)
  const { rows } = await sql<{ id: string; digest: string }>`${head}
    select subject.id, string_agg((${rank})::text, '' order by m.user_id) as digest
    from subject cross join member m ${joins}
    where m.organization_id = ${organizationId} and m.user_id = any(${users})
    group by subject.id`.execute(tx)
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}
