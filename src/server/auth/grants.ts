import { type RawBuilder, sql } from 'kysely'
import { type Role, roleOnSites, roles } from '#contract/shared/permissions.ts'
import { type Db, prepared, type Tx } from '../db/client.ts'
import type { StoredLevel } from '../db/tables/people.ts'
import type { AccessFacts, AccessNode, Grant, SubjectKind } from './access.ts'
import type { SignInPolicy } from './sign-in-policy.ts'

/** A membership as the access rule sees it. */
export type Membership = { readonly role: Role | null; readonly disabled: boolean }

/** A membership with what the organization requires of the member's sign-in. */
export type MembershipWithPolicy = Membership & { readonly policy: SignInPolicy }

/** A user's membership, undefined if there is none. */
export async function membershipOf(
  db: Db | Tx,
  organizationId: string,
  userId: string,
): Promise<MembershipWithPolicy | undefined> {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select([
      'm.role',
      'm.disabled',
      'm.sso as memberSso',
      'o.sso as organizationSso',
      'o.second_factor as secondFactor',
    ])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { role: row.role, disabled: row.disabled, policy: policyOf(organizationId, row) }
}

/** The sign-in policies of all organizations where a user is a member and not suspended, with their titles. */
export async function policiesOf(
  db: Db | Tx,
  userId: string,
): Promise<readonly { readonly title: string; readonly policy: SignInPolicy }[]> {
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.title', 'm.role', 'm.sso as memberSso'])
    .select(['o.sso as organizationSso', 'o.second_factor as secondFactor'])
    .where('m.user_id', '=', userId)
    .where('m.disabled', '=', false)
    .where(({ or, eb }) =>
      or([eb('m.sso', '=', true), eb('o.sso', '=', true), eb('o.second_factor', '=', 'required')]),
    )
    .orderBy('o.title')
    .orderBy('o.id')
    .limit(1000)
    .execute()
  return rows.map(({ id, title, ...row }) => ({ title, policy: policyOf(id, row) }))
}

type PolicyRow = {
  readonly role: Role | null
  readonly memberSso: boolean
  readonly organizationSso: boolean
  readonly secondFactor: SignInPolicy['secondFactor']
}

/** The sign-in policy from the columns of a member and their organization. */
export const policyOf = (
  organizationId: string,
  { role, memberSso, organizationSso, secondFactor }: PolicyRow,
): SignInPolicy => ({ organizationId, isAdmin: role === 'admin', memberSso, organizationSso, secondFactor })

type FactRow = {
  organizationId: string
  kind: SubjectKind
  id: string
  title: string
  defaultLevel: StoredLevel
  deletedAt: Date | null
  memberRole: Role | null
  disabled: boolean | null
  memberSso: boolean | null
  organizationSso: boolean | null
  secondFactor: SignInPolicy['secondFactor'] | null
  grantRole: Role | null
  granteeKind: 'user' | 'team' | null
  teamId: string | null
  teamTitle: string | null
}

/** The facts with the trash state of the object and the organization's sign-in policy. */
export type StoredAccessFacts = AccessFacts & {
  readonly deletedAt: Date | null
  readonly policy: SignInPolicy
}

/** The facts about a person's access to a space, collection or site, in one query; null if the object does not exist. */
export async function accessFacts(
  db: Db | Tx,
  subject: { readonly kind: SubjectKind; readonly id: string },
  userId: string,
): Promise<StoredAccessFacts | null> {
  const { rows } = await sql<FactRow>`${prepared}
    with recursive ancestor (organization_id, kind, id, parent_id, title, default_level, deleted_at, depth) as (
      ${SUBJECT_ROW[subject.kind](subject.id)}
      union all
      select above.organization_id, 'collection', above.id, above.parent_id, above.title, above.default_level,
        null, ancestor.depth + 1
      from ancestor join collection above
        on above.organization_id = ancestor.organization_id and above.id = ancestor.parent_id
    )
    select ancestor.organization_id as "organizationId", ancestor.kind, ancestor.id, ancestor.title,
      ancestor.default_level as "defaultLevel", ancestor.deleted_at as "deletedAt",
      member.role as "memberRole", member.disabled, member.sso as "memberSso",
      organization.sso as "organizationSso", organization.second_factor as "secondFactor",
      own_grant.role as "grantRole", own_grant.grantee_kind as "granteeKind", team.id as "teamId", team.title as "teamTitle"
    from ancestor
    left join member on member.organization_id = ancestor.organization_id and member.user_id = ${userId}
    left join organization on organization.id = member.organization_id
    left join access_grant own_grant on own_grant.organization_id = ancestor.organization_id
      and own_grant.subject_kind = ancestor.kind and own_grant.subject_id = ancestor.id
      and (own_grant.grantee_kind = 'user' and own_grant.grantee_id = ${userId}
        or own_grant.grantee_kind = 'team' and own_grant.grantee_id in (
          select team_id from team_member own
          where own.organization_id = ancestor.organization_id and own.user_id = ${userId}))
    left join team on team.organization_id = ancestor.organization_id
      and own_grant.grantee_kind = 'team' and team.id = own_grant.grantee_id
    order by ancestor.depth, own_grant.grantee_kind desc, team.title`.execute(db)
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

function factsFrom(rows: readonly FactRow[]): StoredAccessFacts | null {
  const first = rows[0]
  if (first === undefined) return null
  const nodes = new Map<string, AccessNode>()
  const grants: Grant[] = []
  for (const row of rows) {
    nodes.set(`${row.kind} ${row.id}`, row)
    if (row.granteeKind === null) continue
    const team = row.teamId === null ? null : { id: row.teamId, title: row.teamTitle ?? '' }
    grants.push({ subject: { kind: row.kind, id: row.id }, team, role: row.grantRole })
  }
  return {
    organizationId: first.organizationId,
    member: first.disabled === null ? null : { role: first.memberRole, disabled: first.disabled },
    policy: policyOf(first.organizationId, {
      role: first.memberRole,
      memberSso: first.memberSso ?? false,
      organizationSso: first.organizationSso ?? false,
      secondFactor: first.secondFactor ?? 'optional',
    }),
    ancestors: [...nodes.values()],
    grants,
    deletedAt: first.deletedAt,
  }
}

/** Rank of a role in SQL: 1 for read up to 6 for admin, 0 for none. */
export const rankOf = (role: Role | null): number => (role === null ? 0 : roles.length - roles.indexOf(role))

/** The role of a rank, null for 0. */
export const roleOfRank = (rank: number): Role | null => roles[roles.length - rank] ?? null

/**
 * The access rule as common table expressions, for lists. `collection_access` contains every collection with the caller's `rank`,
 * `granted`, and the effective default level (`level`, `from_kind`, `from_id`); `spaceAccess` joins spaces to it. Starts
 * with `with recursive`.
 */
export const collectionAccess = (
  organizationId: string,
  userId: string,
  membership: Membership,
): RawBuilder<unknown> => sql`${prepared}
  with recursive own_grant as (
    select subject_kind, subject_id, max(role_rank(role)) as rank
    from access_grant
    where organization_id = ${organizationId}
      and (grantee_kind = 'user' and grantee_id = ${userId}
        or grantee_kind = 'team' and grantee_id in (
          select team_id from team_member where organization_id = ${organizationId} and user_id = ${userId}))
    group by subject_kind, subject_id
  ),
  tree (id, granted, level, from_kind, from_id) as (
    select c.id, coalesce(own_grant.rank, 0), ${levelIn(sql`c`, sql`${rankOf(membership.role)}::int`)},
      ${fromKind(sql`c`, 'collection', sql`'organization'`)}, ${fromId(sql`c`, sql`${organizationId}::text`)}
    from collection c
    left join own_grant on own_grant.subject_kind = 'collection' and own_grant.subject_id = c.id
    where c.organization_id = ${organizationId} and c.parent_id is null
    union all
    select c.id, greatest(tree.granted, coalesce(own_grant.rank, 0)), ${levelIn(sql`c`, sql`tree.level`)},
      ${fromKind(sql`c`, 'collection', sql`tree.from_kind`)}, ${fromId(sql`c`, sql`tree.from_id`)}
    from tree
    join collection c on c.organization_id = ${organizationId} and c.parent_id = tree.id
    left join own_grant on own_grant.subject_kind = 'collection' and own_grant.subject_id = c.id
  ),
  collection_access as materialized (
    select *, ${membership.role === 'admin' ? sql`6` : sql`greatest(granted, ${ownLevel(sql`level`, membership)})`} as rank
    from tree
  )`

/** Columns and joins for the access to spaces: append `joins` to `from space s`. */
export const spaceAccess = (organizationId: string, membership: Membership) => {
  const level = levelIn(sql`s`, sql`coalesce(collection_access.level, ${rankOf(membership.role)}::int)`)
  const rank =
    membership.role === 'admin'
      ? sql`6`
      : sql`greatest(coalesce(collection_access.granted, 0), coalesce(own_grant.rank, 0), ${ownLevel(level, membership)})`
  return {
    rank,
    level,
    fromKind: fromKind(sql`s`, 'space', sql`coalesce(collection_access.from_kind, 'organization')`),
    fromId: fromId(sql`s`, sql`coalesce(collection_access.from_id, ${organizationId}::text)`),
    joins: sql`left join collection_access on collection_access.id = s.parent_id
      left join own_grant on own_grant.subject_kind = 'space' and own_grant.subject_id = s.id`,
  }
}

/** The access rule for one member in a query from `site` of this organization, as a rank. */
export const siteRank = (
  organizationId: string,
  userId: string,
  membership: Membership,
): RawBuilder<number> =>
  membership.role === 'admin'
    ? sql<number>`6`
    : sql<number>`greatest(${rankOf(roleOnSites(membership.role))}::int, (
        select coalesce(max(role_rank(own_grant.role)), 0) ${siteGrants(organizationId, userId)}
          and own_grant.subject_id = site.id))`

/** The sites with a grant for a member or one of their teams: all that a guest can see. */
export const sitesGrantedTo = (organizationId: string, userId: string): RawBuilder<unknown> =>
  sql`select own_grant.subject_id ${siteGrants(organizationId, userId)} and own_grant.role is not null`

const siteGrants = (organizationId: string, userId: string): RawBuilder<unknown> =>
  sql`from access_grant own_grant
    where own_grant.organization_id = ${organizationId} and own_grant.subject_kind = 'site'
      and (own_grant.grantee_kind = 'user' and own_grant.grantee_id = ${userId}
        or own_grant.grantee_kind = 'team' and own_grant.grantee_id in (
          select team_id from team_member where organization_id = ${organizationId} and user_id = ${userId}))`

/** Default levels do not apply to guests. */
const ownLevel = (level: RawBuilder<unknown>, membership: Membership): RawBuilder<unknown> =>
  membership.role === null ? sql`0` : level

const levelIn = (table: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else role_rank(${table}.default_level) end`

const fromKind = (table: RawBuilder<unknown>, own: string, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else ${sql.lit(own)} end`

const fromId = (table: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${table}.default_level when 'inherit' then ${above} else ${table}.id end`
