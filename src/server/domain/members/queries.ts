import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { cachedCount } from '../../cached-counts.ts'
import type { Db, Tx } from '../../db/client.ts'
import { containsPattern } from '../../db/like.ts'
import { type Page, pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

/** Members with their accounts. Counts are added only for the rows of a page, because they are expensive. */
export const membersOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select([
      'm.user_id as userId',
      'm.role',
      'm.disabled',
      'm.sso',
      'm.version',
      'm.joined_at as joinedAt',
      'm.last_seen_at as lastSeenAt',
      'm.sort_name as sortName',
      'u.email',
      'u.display_name as displayName',
      'u.photo_url as photoUrl',
      'u.second_factor as secondFactor',
      sql<boolean>`u.password_hash is null and not m.sso`.as('pending'),
    ])
    .where('m.organization_id', '=', organizationId)

export type MemberWithoutCounts = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>

export type MemberRow = MemberWithoutCounts & {
  readonly spaces: number
  readonly sites: number
  readonly teams: number
}

export type MemberQuery = Paging & {
  readonly role?: Role | 'guest' | undefined
  readonly disabled?: boolean | undefined
  readonly secondFactor?: boolean | undefined
  readonly undeliverable?: boolean | undefined
  readonly lastSeenAfter?: string | undefined
  readonly lastSeenBefore?: string | undefined
  readonly search?: string | undefined
  readonly sort: 'joinedAt' | 'lastSeenAt' | 'name'
  readonly order?: 'asc' | 'desc' | undefined
}

const sorts = {
  joinedAt: { column: 'm.joined_at', of: (row: MemberWithoutCounts) => row.joinedAt },
  lastSeenAt: { column: 'm.last_seen_at', of: (row: MemberWithoutCounts) => row.lastSeenAt },
  name: { column: 'm.sort_name', of: (row: MemberWithoutCounts) => row.sortName },
} as const

/** One page of members. Sorting by last visit leaves out suspended members and those who have never visited. */
export async function memberPage(
  { db, stamp }: { readonly db: Db; readonly stamp: number },
  organizationId: string,
  query: MemberQuery,
): Promise<Page<MemberRow> & { count: number }> {
  const { column, of } = sorts[query.sort]
  const [page, count] = await Promise.all([
    pageOf(
      membersOf(db, organizationId).where(filterConditions(query)),
      {
        columns: [column, 'm.user_id'],
        keyOf: (row) => [of(row), row.userId],
        direction: query.order ?? 'desc',
      },
      query,
    ),
    cachedCountOf(db, stamp, organizationId, query),
  ])
  return { ...page, rows: await withMemberCounts(db, organizationId, page.rows), count }
}

/** Only counts that do not depend on accounts and last visits are cached, since those change without a new stamp. */
function cachedCountOf(db: Db, stamp: number, organizationId: string, query: MemberQuery): Promise<number> {
  const count = () => countMembers(db, organizationId, query)
  const { lastSeenAfter, lastSeenBefore, secondFactor, undeliverable } = query
  const more = [lastSeenAfter, lastSeenBefore, secondFactor, undeliverable]
  const dependsOnMore = more.some((one) => one !== undefined)
  if (query.search || query.sort === 'lastSeenAt' || dependsOnMore) return count()
  return cachedCount(stamp, `members ${organizationId} ${query.role} ${query.disabled}`, count)
}

/** Accounts are joined only for what depends on them. */
async function countMembers(db: Db, organizationId: string, query: MemberQuery): Promise<number> {
  const { search, secondFactor, undeliverable } = query
  const needsAccounts = search || secondFactor !== undefined || undeliverable !== undefined
  const accounts = needsAccounts ? sql`join user_account u on u.id = m.user_id` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from member m ${accounts}
    where m.organization_id = ${organizationId} and ${filterConditions(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

const filterConditions = (query: MemberQuery) => {
  const { role, disabled, secondFactor, undeliverable, lastSeenAfter, lastSeenBefore, search, sort } = query
  const ofRole =
    role === undefined ? sql`true` : role === 'guest' ? sql`m.role is null` : sql`m.role = ${role}`
  const isDisabled = disabled === undefined ? sql`true` : sql`m.disabled = ${disabled}`
  const hasFactor = secondFactor === undefined ? sql`true` : sql`u.second_factor = ${secondFactor}`
  const isRejected =
    undeliverable === undefined
      ? sql`true`
      : sql`exists (select from undeliverable_address rejected where rejected.user_id = u.id
          and rejected.email = u.email) = ${undeliverable}`
  const seenAfter = lastSeenAfter === undefined ? sql`true` : sql`m.last_seen_at > ${lastSeenAfter}`
  const seenBefore =
    lastSeenBefore === undefined
      ? sql`true`
      : sql`(m.last_seen_at is null or m.last_seen_at < ${lastSeenBefore})`
  const matches = search ? accountMatches(search) : sql`true`
  const wasSeen = sort === 'lastSeenAt' ? sql`m.last_seen_at is not null and not m.disabled` : sql`true`
  return sql<boolean>`${ofRole} and ${isDisabled} and ${hasFactor} and ${isRejected} and ${seenAfter} and ${seenBefore}
    and ${matches} and ${wasSeen}`
}

/** Whether the name or email address of account `u` contains a text. */
export const accountMatches = (search: string) => {
  const pattern = containsPattern(search)
  return sql<boolean>`(lower(u.display_name) like ${pattern} or u.email like ${pattern})`
}

/** Adds the counts of spaces, sites and teams to the members of one page. */
export async function withMemberCounts<Row extends MemberWithoutCounts>(
  db: Db | Tx,
  organizationId: string,
  matches: readonly Row[],
): Promise<readonly (Row & MemberRow)[]> {
  if (matches.length === 0) return []
  const ids = matches.map(({ userId }) => userId)
  const { rows } = await sql<{ id: string; spaces: number; sites: number; teams: number }>`select who.id,
      (select count(*) from access_grant g where g.organization_id = ${organizationId}
        and g.grantee_kind = 'user' and g.grantee_id = who.id and g.subject_kind = 'space') as spaces,
      (select count(*) from access_grant g where g.organization_id = ${organizationId}
        and g.grantee_kind = 'user' and g.grantee_id = who.id and g.subject_kind = 'site') as sites,
      (select count(*) from team_member t where t.organization_id = ${organizationId}
        and t.user_id = who.id) as teams
    from unnest(${ids}::text[]) who (id)`.execute(db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return matches.map((row) => {
    const { spaces = 0, sites = 0, teams = 0 } = counts.get(row.userId) ?? {}
    return { ...row, spaces, sites, teams }
  })
}

/** Members by account id, in no particular order. */
export const membersByIds = async (db: Db | Tx, organizationId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : withMemberCounts(
        db,
        organizationId,
        await membersOf(db, organizationId).where(sql<boolean>`m.user_id = any(${ids})`).execute(),
      )

export async function memberOf(db: Db | Tx, organizationId: string, userId: string): Promise<MemberRow> {
  const [row] = await membersByIds(db, organizationId, [userId])
  if (row === undefined) throw notFound('member', userId)
  return row
}
