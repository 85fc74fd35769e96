import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Db, Tx } from '../../db/client.ts'
import { containsPattern } from '../../db/like.ts'
import { type Page, pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

/**
 * Whether an identity provider manages a team: it has written to it, and the organization still has a token for
 * provisioning. `team` is the name of the table in the query.
 */
export const managedByScim = (team: 't' | 'team') =>
  sql<boolean>`exists (select from scim_group g where g.organization_id = ${sql.ref(`${team}.organization_id`)}
    and g.team_id = ${sql.ref(`${team}.id`)}
    and exists (select from scim_token where scim_token.organization_id = g.organization_id))`

/** The teams of an organization, each with the role of one user. */
export const teamsOf = (db: Db | Tx, organizationId: string, userId: string) =>
  db
    .selectFrom(
      db
        .selectFrom('team')
        .select(['organization_id', 'id', 'title', 'version', 'created_at'])
        .select(sql<string>`lower(title) collate "C"`.as('sort_title'))
        .where('organization_id', '=', organizationId)
        .as('t'),
    )
    .leftJoin('team_member as own', (join) =>
      join
        .onRef('own.organization_id', '=', 't.organization_id')
        .onRef('own.team_id', '=', 't.id')
        .on('own.user_id', '=', userId),
    )
    .select(managedByScim('t').as('managed'))
    .select([
      't.id',
      't.title',
      't.version',
      't.created_at as createdAt',
      't.sort_title as sortTitle',
      'own.role as ownRole',
    ])

type TeamWithoutCounts = Awaited<ReturnType<ReturnType<typeof teamsOf>['executeTakeFirstOrThrow']>>

/** A team with its counts and the viewer's role. */
export type TeamRow = TeamWithoutCounts & { readonly members: number; readonly spaces: number }

/** All lists of teams are in this order. */
export const byTitle = {
  columns: ['t.sort_title', 't.id'],
  keyOf: (row: { sortTitle: string; id: string }) => [row.sortTitle, row.id],
}

export type TeamQuery = Paging & {
  readonly owner?: string | undefined
  readonly title?: string | undefined
}

/** One page of teams by title; with `owner` only those the user can manage, which for an admin are all. */
export async function teamPage(
  db: Db,
  organizationId: string,
  userId: string,
  query: TeamQuery,
): Promise<Page<TeamRow> & { count: number }> {
  const { owner, title } = query
  const titled = title ? sql`t.sort_title like ${containsPattern(title)}` : sql`true`
  const managed = owner === undefined ? sql`true` : managedBy(organizationId, owner)
  const narrowed = sql<boolean>`${titled} and ${managed}`
  const teams = teamsOf(db, organizationId, userId).where(narrowed)
  const [page, { count }] = await Promise.all([pageOf(teams, byTitle, query), countTeams(db, teams)])
  return { ...page, rows: await withCounts(db, organizationId, page.rows), count }
}

const managedBy = (organizationId: string, userId: string) => sql`(exists (
    select 1 from team_member o where o.organization_id = ${organizationId} and o.team_id = t.id
      and o.user_id = ${userId} and o.role = 'owner')
  or exists (select 1 from member m where m.organization_id = ${organizationId} and m.user_id = ${userId}
      and m.role = 'admin' and not m.disabled))`

export const countTeams = (db: Db, teams: ReturnType<typeof teamsOf>) =>
  db
    .selectFrom(teams.as('t'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** One page of a member's teams with their role, by title. */
export async function teamPageOfMember(
  db: Db,
  organizationId: string,
  userId: string,
  memberId: string,
  query: Paging & { readonly title?: string | undefined },
): Promise<Page<TeamRow & { readonly memberRole: TeamRole }> & { count: number }> {
  const teams = teamsOf(db, organizationId, userId)
    .innerJoin('team_member as theirs', (join) =>
      join
        .onRef('theirs.organization_id', '=', 't.organization_id')
        .onRef('theirs.team_id', '=', 't.id')
        .on('theirs.user_id', '=', memberId),
    )
    .select('theirs.role as memberRole')
    .where(query.title ? sql<boolean>`t.sort_title like ${containsPattern(query.title)}` : sql<boolean>`true`)
  const [page, { count }] = await Promise.all([pageOf(teams, byTitle, query), countTeams(db, teams)])
  return { ...page, rows: await withCounts(db, organizationId, page.rows), count }
}

/** Adds the counts of members and granted spaces to the teams of one page. */
export async function withCounts<Row extends TeamWithoutCounts>(
  db: Db | Tx,
  organizationId: string,
  teams: readonly Row[],
): Promise<readonly (Row & TeamRow)[]> {
  if (teams.length === 0) return []
  const ids = teams.map(({ id }) => id)
  const { rows } = await sql<{ id: string; members: number; spaces: number }>`select team.id,
      (select count(*) from team_member t where t.organization_id = ${organizationId}
        and t.team_id = team.id) as members,
      (select count(*) from access_grant g where g.organization_id = ${organizationId}
        and g.grantee_kind = 'team' and g.grantee_id = team.id and g.subject_kind = 'space') as spaces
    from unnest(${ids}::text[]) team (id)`.execute(db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return teams.map((row) => {
    const { members = 0, spaces = 0 } = counts.get(row.id) ?? {}
    return { ...row, members, spaces }
  })
}

/** Teams by id with the role of one user, in no particular order. */
export const teamsByIds = async (
  db: Db | Tx,
  organizationId: string,
  userId: string,
  ids: readonly string[],
): Promise<readonly TeamRow[]> =>
  ids.length === 0
    ? []
    : withCounts(
        db,
        organizationId,
        await teamsOf(db, organizationId, userId).where(sql<boolean>`t.id = any(${ids})`).execute(),
      )

export async function teamForUser(
  db: Db | Tx,
  organizationId: string,
  userId: string,
  id: string,
): Promise<TeamRow> {
  const [row] = await teamsByIds(db, organizationId, userId, [id])
  if (row === undefined) throw notFound('team', id)
  return row
}

/** Locks a team until the transaction ends: one change of its members, title or existence at a time. */
export const lockTeam = (tx: Tx, organizationId: string, id: string) =>
  tx
    .selectFrom('team')
    .select(['id', 'title', 'version'])
    .select(managedByScim('team').as('managed'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('team', id))

/**
 * Prevents teams from being deleted until the transaction ends.
 * @throws {DomainError} 404 when one of them is not in the organization
 */
export async function expectTeams(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('team')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const teams = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !teams.has(id))
  if (missing !== undefined) throw notFound('team', missing)
}

export const insertTeam = (tx: Tx, team: { organizationId: string; id: string; title: string; now: Date }) =>
  tx
    .insertInto('team')
    .values({
      organization_id: team.organizationId,
      id: team.id,
      title: team.title,
      created_at: team.now,
    })
    .execute()

export const renameTeam = (tx: Tx, organizationId: string, id: string, title: string) =>
  tx
    .updateTable('team')
    .set({ title, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Deletes a team and then its grants; deleting the team first waits for grants being added. */
export async function removeTeam(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('team').where('organization_id', '=', organizationId).where('id', '=', id).execute()
  await tx
    .deleteFrom('access_grant')
    .where('organization_id', '=', organizationId)
    .where('grantee_kind', '=', 'team')
    .where('grantee_id', '=', id)
    .execute()
}

/** Adds users to a team or changes their roles. */
export async function upsertTeamMembers(
  tx: Tx,
  organizationId: string,
  teamId: string,
  roles: ReadonlyMap<string, TeamRole>,
): Promise<void> {
  if (roles.size === 0) return
  await sql`insert into team_member (organization_id, team_id, user_id, role)
    select ${organizationId}, ${teamId}, user_id, role
    from unnest(${[...roles.keys()]}::text[], ${[...roles.values()]}::text[]) input (user_id, role)
    on conflict (organization_id, team_id, user_id) do update set role = excluded.role`.execute(tx)
}
