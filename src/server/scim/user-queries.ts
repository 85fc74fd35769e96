import { sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { SuspendedAccess } from '../db/tables/scim.ts'
import { type Column, conditionOf } from './conditions.ts'
import type { Filter } from './filter.ts'
import type { Range } from './paging.ts'

/** A group of a user. */
type UserGroup = { readonly teamId: string; readonly title: string }

const usersOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .leftJoin('scim_user as s', (join) =>
      join.onRef('s.organization_id', '=', 'm.organization_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .where('m.organization_id', '=', organizationId)
    .select([
      'm.user_id as userId',
      'u.email',
      'u.display_name as displayName',
      'm.disabled',
      's.external_id as externalId',
      's.given_name as givenName',
      's.family_name as familyName',
      'm.joined_at as createdAt',
    ])
    .select(sql<string>`coalesce(s.user_name, u.email)`.as('userName'))
    .select(sql<Date>`greatest(m.joined_at, u.updated_at, s.updated_at)`.as('updatedAt'))
    .select(
      sql<
        UserGroup[]
      >`coalesce((select jsonb_agg(jsonb_build_object('teamId', t.id, 'title', t.title) order by t.id)
        from team_member g join team t on t.organization_id = g.organization_id and t.id = g.team_id
        where g.organization_id = m.organization_id and g.user_id = m.user_id), '[]')`.as('groups'),
    )

export type UserRow = Awaited<ReturnType<ReturnType<typeof usersOf>['executeTakeFirstOrThrow']>>

type Users = ReturnType<typeof usersOf>

const always = sql<boolean>`true`

/** The attributes that can be filtered, in lower case. */
const columns: Readonly<Record<string, Column>> = {
  id: { text: sql`m.user_id`, isExact: true },
  username: { text: sql`coalesce(s.user_name, u.email)` },
  externalid: { text: sql`s.external_id`, isExact: true },
  displayname: { text: sql`u.display_name` },
  'name.formatted': { text: sql`u.display_name` },
  'name.givenname': { text: sql`s.given_name` },
  'name.familyname': { text: sql`s.family_name` },
  emails: { text: sql`u.email` },
  'emails.value': { text: sql`u.email` },
  'emails.type': { text: sql`'work'` },
  'emails.primary': { equals: (value) => sql`${value === true}`, present: always },
  active: {
    equals: (value) => sql`m.disabled = ${!(value === true || String(value).toLowerCase() === 'true')}`,
    present: always,
  },
  groups: groupMembership(),
  'groups.value': groupMembership(),
}

function groupMembership(): Column {
  const membership = sql`select from team_member g where g.organization_id = m.organization_id
    and g.user_id = m.user_id`
  return {
    equals: (value) => sql`exists (${membership} and g.team_id = ${String(value)})`,
    present: sql`exists (${membership})`,
  }
}

const filtered = (users: Users, filter: Filter): Users =>
  filter.reduce((query, comparison) => query.where(conditionOf(columns, comparison)), users)

/** Some of the users that match a filter, in the order in which they joined, and the number of all. */
export async function userRange(
  db: Db,
  organizationId: string,
  filter: Filter,
  { offset, limit }: Range,
): Promise<{ rows: UserRow[]; total: number }> {
  const users = filtered(usersOf(db, organizationId), filter)
  const [rows, { count }] = await Promise.all([
    limit === 0
      ? []
      : users.orderBy('m.joined_at').orderBy('m.user_id').offset(offset).limit(limit).execute(),
    db
      .selectFrom(users.as('matches'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count }
}

export const userById = (db: Db | Tx, organizationId: string, id: string): Promise<UserRow | undefined> =>
  usersOf(db, organizationId).where('m.user_id', '=', id).executeTakeFirst()

/** One change of an organization's users and groups at a time. */
export const lockProvisioning = (tx: Tx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`scim ${organizationId}`}, 0))`.execute(tx)

type Names = {
  readonly userName: string
  readonly externalId: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

/** The other user who has one of two unique attributes. */
export const userWith = (
  tx: Tx,
  organizationId: string,
  { userName, externalId }: Pick<Names, 'userName' | 'externalId'>,
  exceptId: string,
) =>
  usersOf(tx, organizationId)
    .where('m.user_id', '!=', exceptId)
    .where(
      sql<boolean>`(lower(coalesce(s.user_name, u.email)) = lower(${userName})
        or s.external_id = ${externalId}::text)`,
    )
    .executeTakeFirst()

/** Stores what the identity provider calls a member. */
export const putScimUser = (
  tx: Tx,
  organizationId: string,
  userId: string,
  { userName, externalId, givenName, familyName }: Names,
  now: Date,
) => {
  const values = {
    user_name: userName,
    external_id: externalId,
    given_name: givenName,
    family_name: familyName,
    updated_at: now,
  }
  return tx
    .insertInto('scim_user')
    .values({ organization_id: organizationId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute()
}

/** Changes name and address of an account. */
export const changeAccount = (
  tx: Tx,
  userId: string,
  change: { readonly display_name?: string; readonly email?: string },
  now: Date,
) =>
  tx
    .updateTable('user_account')
    .set({ ...change, updated_at: now })
    .where('id', '=', userId)
    .execute()

/** The grants and teams of a member. */
export async function accessOf(tx: Tx, organizationId: string, userId: string): Promise<SuspendedAccess> {
  const grants = await tx
    .selectFrom('access_grant')
    .select(['subject_kind as kind', 'subject_id as id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('grantee_kind', '=', 'user')
    .where('grantee_id', '=', userId)
    .execute()
  const teams = await tx
    .selectFrom('team_member')
    .select(['team_id as id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  return { grants, teams }
}

export const storeSuspendedAccess = (
  tx: Tx,
  organizationId: string,
  userId: string,
  access: SuspendedAccess | null,
) =>
  tx
    .updateTable('scim_user')
    .set({ suspended_access: access === null ? null : asJson(access) })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()

/** Gives a member the stored grants and teams back, as far as what they are about still exists. */
export async function restoreAccess(
  tx: Tx,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  const stored = await tx
    .selectFrom('scim_user')
    .select('suspended_access as access')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const access = stored?.access
  if (!access) return
  await sql`insert into access_grant (organization_id, subject_kind, subject_id, grantee_kind, grantee_id, role, created_at)
    select ${organizationId}, g.kind, g.id, 'user', ${userId}, g.role, ${now}
    from jsonb_to_recordset(${asJson(access.grants)}::jsonb) g (kind text, id text, role text)
    where exists (select from space where organization_id = ${organizationId} and id = g.id and g.kind = 'space')
      or exists (select from collection where organization_id = ${organizationId} and id = g.id and g.kind = 'collection')
      or exists (select from site where organization_id = ${organizationId} and id = g.id and g.kind = 'site')
    on conflict do nothing`.execute(tx)
  await sql`insert into team_member (organization_id, team_id, user_id, role)
    select ${organizationId}, t.id, ${userId}, t.role
    from jsonb_to_recordset(${asJson(access.teams)}::jsonb) t (id text, role text)
    where exists (select from team where organization_id = ${organizationId} and id = t.id)
    on conflict do nothing`.execute(tx)
  await storeSuspendedAccess(tx, organizationId, userId, null)
}
