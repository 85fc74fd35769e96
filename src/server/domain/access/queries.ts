import { sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { rankOf, roleOfRank } from '../../auth/grants.ts'
import { memberAccess, type Subject } from '../../auth/member-access.ts'
import type { Db } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows, pageOf } from '../../db/page.ts'
import { accountMatches } from '../members/queries.ts'
import { byTitle, countTeams, teamsOf, withCounts } from '../teams/queries.ts'
import type { UserRow } from '../users/present.ts'

/** A user with the effective role on a subject. */
export type UserWithRole = UserRow & {
  readonly role: Role
  readonly sortName: string
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
}

const byName = {
  columns: ['m.sort_name', 'm.user_id'],
  keyOf: (row: { sortName: string; userId: string }) => [row.sortName, row.userId],
}

/** One page of the users with a direct grant, by name. */
export async function userGrantPage(db: Db, { organizationId, kind, id }: Subject, paging: Paging) {
  const grants = db
    .selectFrom('access_grant as g')
    .innerJoin('member as m', (join) =>
      join.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.user_id', '=', 'g.grantee_id'),
    )
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'u.display_name as displayName', 'u.email', 'u.photo_url as photoUrl'])
    .select(['m.sort_name as sortName', 'g.role'])
    .where('g.organization_id', '=', organizationId)
    .where('g.subject_kind', '=', kind)
    .where('g.subject_id', '=', id)
    .where('g.grantee_kind', '=', 'user')
    .where('g.role', 'is not', null)
    .$narrowType<{ role: Role }>()
  const [page, { count }] = await Promise.all([
    pageOf(grants, byName, paging),
    db
      .selectFrom(grants.as('granted'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

/** One page of the teams with a grant, by title. */
export async function teamGrantPage(
  db: Db,
  { organizationId, kind, id }: Subject,
  userId: string,
  paging: Paging,
) {
  const grants = teamsOf(db, organizationId, userId)
    .innerJoin('access_grant as g', (join) =>
      join
        .onRef('g.organization_id', '=', 't.organization_id')
        .onRef('g.grantee_id', '=', 't.id')
        .on('g.subject_kind', '=', kind)
        .on('g.subject_id', '=', id)
        .on('g.grantee_kind', '=', 'team'),
    )
    .select('g.role')
    .where('g.role', 'is not', null)
    .$narrowType<{ role: Role }>()
  const [page, { count }] = await Promise.all([pageOf(grants, byTitle, paging), countTeams(db, grants)])
  return { ...page, rows: await withCounts(db, organizationId, page.rows), count }
}

type AccessFilters = {
  readonly role?: Role | undefined
  readonly search?: string | undefined
  readonly team?: string | undefined
  readonly sort?: keyof typeof sorts | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

const sorts = {
  name: { column: sql`m.sort_name`, of: (row: UserWithRole) => row.sortName, direction: 'asc' },
  joinedAt: { column: sql`m.joined_at`, of: (row: UserWithRole) => row.joinedAt, direction: 'desc' },
  lastSeenAt: { column: sql`m.last_seen_at`, of: (row: UserWithRole) => row.lastSeenAt, direction: 'desc' },
} as const

/** Which members are considered; sorting by last visit leaves out those who have never visited. */
const among = (organizationId: string, { team, sort }: AccessFilters) => sql`
  ${sort === 'lastSeenAt' ? sql`m.last_seen_at is not null` : sql`true`}
  and ${
    team === undefined
      ? sql`true`
      : sql`m.user_id in (select user_id from team_member
          where organization_id = ${organizationId} and team_id = ${team})`
  }`

/** One page of everyone with access, with the effective role, by name unless sorted otherwise. */
export async function accessPage(
  db: Db,
  { organizationId, kind, id }: Subject,
  { page, limit = DEFAULT_PAGE_SIZE, ...filters }: Paging & AccessFilters,
): Promise<Page<UserWithRole> & { count: number }> {
  const { role, search, sort = 'name' } = filters
  const { column, of, direction } = sorts[sort]
  const towards = filters.order ?? direction
  const { head, joins, rank } = memberAccess(organizationId, kind, [id])
  const having = role === undefined ? sql`${rank} > 0` : sql`${rank} = ${rankOf(role)}`
  const accounts = search ? sql`join user_account u on u.id = m.user_id and ${accountMatches(search)}` : sql``
  const matches = sql`from subject cross join member m ${accounts} ${joins}
    where m.organization_id = ${organizationId} and ${having} and ${among(organizationId, filters)}`
  const after = page === undefined ? null : decodeCursor(page, 2)
  const beyond =
    after === null
      ? sql``
      : sql`and (${column}, m.user_id) ${towards === 'asc' ? sql`>` : sql`<`} (${after[0]}, ${after[1]})`
  const by = sql.raw(towards)
  const [rows, countResult] = await Promise.all([
    sql<Omit<UserWithRole, 'role'> & { rank: number }>`${head}
      select here.user_id as "userId", here.sort_name as "sortName", here.joined_at as "joinedAt",
        here.last_seen_at as "lastSeenAt", here.rank,
        account.display_name as "displayName", account.email, account.photo_url as "photoUrl"
      from (select m.user_id, m.sort_name, m.joined_at, m.last_seen_at, ${column} as key, ${rank} as rank
        ${matches} ${beyond}
        order by key ${by}, m.user_id ${by} limit ${limit === 0 ? 0 : limit + 1}) here
      join user_account account on account.id = here.user_id
      order by here.key ${by}, here.user_id ${by}`.execute(db),
    sql<{ count: number }>`${head} select count(*) as count ${matches}`.execute(db),
  ])
  const holders = rows.rows.flatMap(({ rank: strength, ...row }) => {
    const effective = roleOfRank(strength)
    return effective === null ? [] : [{ ...row, role: effective }]
  })
  return {
    ...pageFromRows(holders, limit, (row) => [of(row), row.userId]),
    count: countResult.rows[0]?.count ?? 0,
  }
}

export const organizationTitle = async (db: Db, id: string): Promise<string> => {
  const { title } = await db
    .selectFrom('organization')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return title
}
