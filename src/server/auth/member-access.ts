import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from './access.ts'

/** A space, a collection or a site of an organization. */
export type Subject = {
  readonly organizationId: string
  readonly kind: SubjectKind
  readonly id: string
}

/**
 * The access rule for all members on some spaces, collections or sites of one organization. Select `rank` from
 * `subject cross join member m` and append `joins`; 0 is no access. `head` starts with `with recursive`. If only some
 * members matter, `among` skips the teams of the others.
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
  ancestor (subject_id, kind, id, parent_id, default_level, depth) as (
    select id, ${sql.lit(kind)}, id, ${kind === 'site' ? NO_PARENT : sql`parent_id, default_level`}, 0
    from ${sql.table(kind)}
    where organization_id = ${organizationId} and id = any(${ids})
    union all
    select ancestor.subject_id, 'collection', above.id, above.parent_id, above.default_level, ancestor.depth + 1
    from ancestor join collection above on above.organization_id = ${organizationId} and above.id = ancestor.parent_id
  ),
  granted (subject_id, user_id, rank) as (
    select ancestor.subject_id, who.user_id, max(role_rank(access.role))
    from ancestor
    join access_grant access on access.organization_id = ${organizationId}
      and access.subject_kind = ancestor.kind and access.subject_id = ancestor.id
    cross join lateral (
      select access.grantee_id as user_id where access.grantee_kind = 'user'
      union all
      select membership.user_id from team_member membership
      where access.grantee_kind = 'team' and membership.organization_id = ${organizationId}
        and membership.team_id = access.grantee_id ${among === undefined ? sql`` : sql`and membership.user_id = any(${among})`}
    ) who
    group by ancestor.subject_id, who.user_id
  ),
  nearest (subject_id, level) as (
    select distinct on (subject_id) subject_id, role_rank(default_level)
    from ancestor where default_level <> 'inherit' order by subject_id, depth
  )`,
  joins: sql`left join granted on granted.subject_id = subject.id and granted.user_id = m.user_id
    left join nearest on nearest.subject_id = subject.id`,
  rank: sql<number>`case when m.disabled then 0 when m.role = 'admin' then 6 else greatest(
    coalesce(granted.rank, 0),
    case when m.role is null then 0 else coalesce(nearest.level, ${kind === 'site' ? RANK_ON_SITES : sql`role_rank(m.role)`}) end) end`,
})

/** A site has no parent and no default level of its own. */
const NO_PARENT = sql`null::text collate "C", 'inherit'`

/** `roleOnSites` in SQL. */
const RANK_ON_SITES = sql`case when m.role in ('admin', 'create') then role_rank(m.role) else role_rank('read') end`
