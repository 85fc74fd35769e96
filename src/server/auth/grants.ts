import { type RawBuilder, sql } from 'kysely'
import { type Role, roleOnSites, roles } from '#contract/shared/permissions.ts'
import { type Db, prepared, type Tx } from '../db/client.ts'
import type { StoredLevel } from '../db/tables/people.ts'
import type { AccessFacts, AccessNode, Grant, SubjectKind } from './access.ts'

/** A member as the rule of access sees them. */
export type Membership = { readonly role: Role | null; readonly disabled: boolean }

/** The caller's membership, undefined when there is none. */
export const membershipOf = (
  db: Db | Tx,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> =>
  db
    .selectFrom('member')
    .select(['role', 'disabled'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

type FactRow = {
  organizationId: string
  kind: SubjectKind
  id: string
  title: string
  defaultLevel: StoredLevel
  deletedAt: Date | null
  memberRole: Role | null
  disabled: boolean | null
  grantRole: Role | null
  granteeKind: 'user' | 'team' | null
  teamId: string | null
  teamTitle: string | null
}

/** What decides about a person and a space, collection or site, in one query; null when the object is not there. */
export async function accessFacts(
  db: Db | Tx,
  subject: { readonly kind: SubjectKind; readonly id: string },
  userId: string,
): Promise<(AccessFacts & { readonly deletedAt: Date | null }) | null> {
  const { rows } = await sql<FactRow>`${prepared}
    with recursive rung (organization_id, kind, id, parent_id, title, default_level, deleted_at, depth) as (
      ${SUBJECT_ROW[subject.kind](subject.id)}
      union all
      select above.organization_id, 'collection', above.id, above.parent_id, above.title, above.default_level,
        null, rung.depth + 1
      from rung join collection above
        on above.organization_id = rung.organization_id and above.id = rung.parent_id
    )
    select rung.organization_id as "organizationId", rung.kind, rung.id, rung.title,
      rung.default_level as "defaultLevel", rung.deleted_at as "deletedAt",
      member.role as "memberRole", member.disabled,
      held.role as "grantRole", held.grantee_kind as "granteeKind", team.id as "teamId", team.title as "teamTitle"
    from rung
    left join member on member.organization_id = rung.organization_id and member.user_id = ${userId}
    left join access_grant held on held.organization_id = rung.organization_id
      and held.subject_kind = rung.kind and held.subject_id = rung.id
      and (held.grantee_kind = 'user' and held.grantee_id = ${userId}
        or held.grantee_kind = 'team' and held.grantee_id in (
          select team_id from team_member mine
          where mine.organization_id = rung.organization_id and mine.user_id = ${userId}))
    left join team on team.organization_id = rung.organization_id
      and held.grantee_kind = 'team' and team.id = held.grantee_id
    order by rung.depth, held.grantee_kind desc, team.title`.execute(db)
  return factsFrom(rows)
}

const SUBJECT_ROW: Readonly<Record<SubjectKind, (id: string) => RawBuilder<unknown>>> = {
  space: (
    id,
  ) => sql`select organization_id, 'space' as kind, id, parent_id, title, default_level, deleted_at, 0 as depth
    from space where id = ${id}`,
  collection: (id) => sql`select organization_id, 'collection' as kind, id, parent_id, title, default_level,
      null::timestamptz, 0
    from collection where id = ${id}`,
  site: (id) => sql`select organization_id, 'site' as kind, id, null::text collate "C", title, 'inherit',
      null::timestamptz, 0
    from site where id = ${id}`,
}

function factsFrom(rows: readonly FactRow[]): (AccessFacts & { readonly deletedAt: Date | null }) | null {
  const first = rows[0]
  if (first === undefined) return null
  const rungs = new Map<string, AccessNode>()
  const grants: Grant[] = []
  for (const row of rows) {
    rungs.set(`${row.kind} ${row.id}`, row)
    if (row.granteeKind === null) continue
    const team = row.teamId === null ? null : { id: row.teamId, title: row.teamTitle ?? '' }
    grants.push({ subject: { kind: row.kind, id: row.id }, team, role: row.grantRole })
  }
  return {
    organizationId: first.organizationId,
    member: first.disabled === null ? null : { role: first.memberRole, disabled: first.disabled },
    ancestors: [...rungs.values()],
    grants,
    deletedAt: first.deletedAt,
  }
}

/** Rank of a role in SQL: 1 for read up to 6 for admin, 0 for none. */
export const rankOf = (role: Role | null): number => (role === null ? 0 : roles.length - roles.indexOf(role))

/** The role of a rank, null for 0. */
export const roleOfRank = (rank: number): Role | null => roles[roles.length - rank] ?? null

/**
 * The rule of access as common table expressions, for lists. Afterwards `shelf` has every collection with
 * `rank` (the caller's), `granted`, and the default level in force (`level`, `from_kind`, `from_id`); join a
 * space to it with `spaceAccess`. Begins with `with recursive`.
 */
export const collectionAccess = (
  organizationId: string,
  userId: string,
  membership: Membership,
): RawBuilder<unknown> => sql`${prepared}
  with recursive held as (
    select subject_kind, subject_id, max(role_rank(role)) as rank
    from access_grant
    where organization_id = ${organizationId}
      and (grantee_kind = 'user' and grantee_id = ${userId}
        or grantee_kind = 'team' and grantee_id in (
          select team_id from team_member where organization_id = ${organizationId} and user_id = ${userId}))
    group by subject_kind, subject_id
  ),
  ladder (id, granted, level, from_kind, from_id) as (
    select c.id, coalesce(held.rank, 0), ${levelIn(sql`c`, sql`${rankOf(membership.role)}::int`)},
      ${fromKind(sql`c`, 'collection', sql`'organization'`)}, ${fromId(sql`c`, sql`${organizationId}::text`)}
    from collection c
    left join held on held.subject_kind = 'collection' and held.subject_id = c.id
    where c.organization_id = ${organizationId} and c.parent_id is null
    union all
    select c.id, greatest(ladder.granted, coalesce(held.rank, 0)), ${levelIn(sql`c`, sql`ladder.level`)},
      ${fromKind(sql`c`, 'collection', sql`ladder.from_kind`)}, ${fromId(sql`c`, sql`ladder.from_id`)}
    from ladder
    join collection c on c.organization_id = ${organizationId} and c.parent_id = ladder.id
    left join held on held.subject_kind = 'collection' and held.subject_id = c.id
  ),
  shelf as materialized (
    select *, ${membership.role === 'admin' ? sql`6` : sql`greatest(granted, ${ownLevel(sql`level`, membership)})`} as rank
    from ladder
  )`

/** Columns and joins that give a space its access: select `columns`, append `joins` to `from space s`. */
export const spaceAccess = (organizationId: string, membership: Membership) => {
  const level = levelIn(sql`s`, sql`coalesce(shelf.level, ${rankOf(membership.role)}::int)`)
  const rank =
    membership.role === 'admin'
      ? sql`6`
      : sql`greatest(coalesce(shelf.granted, 0), coalesce(held.rank, 0), ${ownLevel(level, membership)})`
  return {
    rank,
    level,
    fromKind: fromKind(sql`s`, 'space', sql`coalesce(shelf.from_kind, 'organization')`),
    fromId: fromId(sql`s`, sql`coalesce(shelf.from_id, ${organizationId}::text)`),
    joins: sql`left join shelf on shelf.id = s.parent_id
      left join held on held.subject_kind = 'space' and held.subject_id = s.id`,
  }
}

/** The rule of access for one member on the site of a query from `site` of this organization, as a rank. */
export const siteRank = (
  organizationId: string,
  userId: string,
  membership: Membership,
): RawBuilder<number> =>
  membership.role === 'admin'
    ? sql<number>`6`
    : sql<number>`greatest(${rankOf(roleOnSites(membership.role))}::int, (
        select coalesce(max(role_rank(held.role)), 0) ${siteGrants(organizationId, userId)}
          and held.subject_id = site.id))`

/** The sites on which a member or a team of theirs was given a role: all that a guest sees. */
export const sitesGrantedTo = (organizationId: string, userId: string): RawBuilder<unknown> =>
  sql`select held.subject_id ${siteGrants(organizationId, userId)} and held.role is not null`

const siteGrants = (organizationId: string, userId: string): RawBuilder<unknown> =>
  sql`from access_grant held
    where held.organization_id = ${organizationId} and held.subject_kind = 'site'
      and (held.grantee_kind = 'user' and held.grantee_id = ${userId}
        or held.grantee_kind = 'team' and held.grantee_id in (
          select team_id from team_member where organization_id = ${organizationId} and user_id = ${userId}))`

/** Guests have no part in default levels. */
const ownLevel = (level: RawBuilder<unknown>, membership: Membership): RawBuilder<unknown> =>
  membership.role === null ? sql`0` : level

const levelIn = (table: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else role_rank(${table}.default_level) end`

const fromKind = (table: RawBuilder<unknown>, own: string, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else ${sql.lit(own)} end`

const fromId = (table: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else ${table}.id end`
