import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { type Column, conditionOf } from './conditions.ts'
import type { Filter } from './filter.ts'
import type { Range } from './paging.ts'

const groupsOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('team as t')
    .leftJoin('scim_group as s', (join) =>
      join.onRef('s.organization_id', '=', 't.organization_id').onRef('s.team_id', '=', 't.id'),
    )
    .where('t.organization_id', '=', organizationId)
    .select(['t.id as teamId', 't.title', 's.external_id as externalId', 't.created_at as createdAt'])
    .select(sql<Date>`greatest(t.created_at, s.updated_at)`.as('updatedAt'))

type Groups = ReturnType<typeof groupsOf>
type GroupWithoutMembers = Awaited<ReturnType<Groups['executeTakeFirstOrThrow']>>

export type GroupRow = GroupWithoutMembers & {
  readonly members: readonly { readonly userId: string; readonly displayName: string }[]
}

/** The attributes that can be filtered, in lower case. */
const columns: Readonly<Record<string, Column>> = {
  id: { text: sql`t.id`, isExact: true },
  displayname: { text: sql`t.title` },
  externalid: { text: sql`s.external_id`, isExact: true },
  members: membership(),
  'members.value': membership(),
}

function membership(): Column {
  const members = sql`select from team_member tm where tm.organization_id = t.organization_id and tm.team_id = t.id`
  return {
    equals: (value) => sql`exists (${members} and tm.user_id = ${String(value)})`,
    present: sql`exists (${members})`,
  }
}

const filtered = (groups: Groups, filter: Filter): Groups =>
  filter.reduce((query, comparison) => query.where(conditionOf(columns, comparison)), groups)

/** Some of the groups that match a filter, oldest first, and the number of all. */
export async function groupRange(
  db: Db,
  organizationId: string,
  filter: Filter,
  { offset, limit }: Range,
): Promise<{ rows: GroupRow[]; total: number }> {
  const groups = filtered(groupsOf(db, organizationId), filter)
  const [rows, { count }] = await Promise.all([
    limit === 0 ? [] : groups.orderBy('t.created_at').orderBy('t.id').offset(offset).limit(limit).execute(),
    db
      .selectFrom(groups.as('matches'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: await withMembers(db, organizationId, rows), total: count }
}

export async function groupById(
  db: Db | Tx,
  organizationId: string,
  id: string,
): Promise<GroupRow | undefined> {
  const row = await groupsOf(db, organizationId).where('t.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : (await withMembers(db, organizationId, [row]))[0]
}

/** Adds the members of all groups with one query. */
async function withMembers(
  db: Db | Tx,
  organizationId: string,
  rows: readonly GroupWithoutMembers[],
): Promise<GroupRow[]> {
  if (rows.length === 0) return []
  const members = await db
    .selectFrom('team_member as tm')
    .innerJoin('user_account as u', 'u.id', 'tm.user_id')
    .select(['tm.team_id as teamId', 'tm.user_id as userId', 'u.display_name as displayName'])
    .where('tm.organization_id', '=', organizationId)
    .where(sql<boolean>`tm.team_id = any(${rows.map(({ teamId }) => teamId)})`)
    .orderBy('tm.user_id')
    .execute()
  const byTeam = Map.groupBy(members, ({ teamId }) => teamId)
  return rows.map((row) => ({
    ...row,
    members: (byTeam.get(row.teamId) ?? []).map(({ userId, displayName }) => ({ userId, displayName })),
  }))
}

/** Another group with the same external id. */
export const groupWithExternalId = (tx: Tx, organizationId: string, externalId: string, exceptId: string) =>
  groupsOf(tx, organizationId)
    .where('s.external_id', '=', externalId)
    .where('t.id', '!=', exceptId)
    .executeTakeFirst()

/** Marks a team as managed by the identity provider. */
export const putScimGroup = (
  tx: Tx,
  organizationId: string,
  teamId: string,
  { externalId, now }: { readonly externalId: string | null; readonly now: Date },
) =>
  tx
    .insertInto('scim_group')
    .values({ organization_id: organizationId, team_id: teamId, external_id: externalId, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'team_id'])
        .doUpdateSet({ external_id: externalId, updated_at: now }),
    )
    .execute()
