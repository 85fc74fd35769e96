import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from './access.ts'

/** A space, a collection or a site of an organization. */
export type Subject = {
  readonly organizationId: string
  readonly kind: SubjectKind
  readonly id: string
}

/**
 * The rule of access for all members on some spaces, collections or sites of one organization. Select `rank` from
 * `subject cross join member m`, append `joins`; 0 is no access. Begins with `with recursive`. Where only some
 * members are looked at, `among` spares looking up the teams of the others.
 */
export const memberAccess = (
  organizationId: string,
  kind: SubjectKind,
  ids: readonly string[],
  among?: readonly string[],
): {
  readonly head: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly rank: RawBuilder<number>
} => ({
  head: sql`with recursive subject (id) as (select unnest(${ids}::text[])),
  rung (subject_id, kind, id, parent_id, default_level, depth) as (
    select id, ${sql.lit(kind)}, id, ${kind === 'site' ? NO_PARENT : sql`parent_id, default_level`}, 0
    from ${sql.table(kind)}
    where organization_id = ${organizationId} and id = any(${ids})
    union all
    select rung.subject_id, 'collection', above.id, above.parent_id, above.default_level, rung.depth + 1
    from rung join collection above on above.organization_id = ${organizationId} and above.id = rung.parent_id
  ),
  granted (subject_id, user_id, rank) as (
    select rung.subject_id, who.user_id, max(role_rank(held.role))
    from rung
    join access_grant held on held.organization_id = ${organizationId}
      and held.subject_kind = rung.kind and held.subject_id = rung.id
    cross join lateral (
      select held.grantee_id as user_id where held.grantee_kind = 'user'
      union all
      select theirs.user_id from team_member theirs
      where held.grantee_kind = 'team' and theirs.organization_id = ${organizationId}
        and theirs.team_id = held.grantee_id ${among === undefined ? sql`` : sql`and theirs.user_id = any(${among})`}
    ) who
    group by rung.subject_id, who.user_id
  ),
  nearest (subject_id, level) as (
    select distinct on (subject_id) subject_id, role_rank(default_level)
    from rung where default_level <> 'inherit' order by subject_id, depth
  )`,
  joins: sql`left join granted on granted.subject_id = subject.id and granted.user_id = m.user_id
    left join nearest on nearest.subject_id = subject.id`,
  rank: sql<number>`case when m.disabled then 0 when m.role = 'admin' then 6 else greatest(
    coalesce(granted.rank, 0),
    case when m.role is null then 0 else coalesce(nearest.level, ${kind === 'site' ? RANK_ON_SITES : sql`role_rank(m.role)`}) end) end`,
})

/** A site has nothing above it and no default level of its own. */
const NO_PARENT = sql`null::text collate "C", 'inherit'`

/** `roleOnSites` of a member. */
const RANK_ON_SITES = sql`case when m.role in ('admin', 'create') then role_rank(m.role) else role_rank('read') end`
