import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const membersOf = (db: Db | Tx, organizationId: string) =>
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
      'u.email',
      'u.display_name as displayName',
      'u.photo_url as photoUrl',
    ])
    .select([
      sql<number>`(select count(*) from access_grant g where g.organization_id = m.organization_id
        and g.subject_kind = 'space' and g.grantee_kind = 'user' and g.grantee_id = m.user_id)`.as('spaces'),
      sql<number>`(select count(*) from team_member t where t.organization_id = m.organization_id
        and t.user_id = m.user_id)`.as('teams'),
      sql<string>`lower(u.display_name) collate "C"`.as('sortName'),
    ])
    .where('m.organization_id', '=', organizationId)

export type MemberRow = Awaited<ReturnType<typeof memberOf>>

export type MemberQuery = Paging & {
  readonly role?: Role | 'guest' | undefined
  readonly search?: string | undefined
  readonly sort: 'joinedAt' | 'lastSeenAt' | 'name'
  readonly order?: 'asc' | 'desc' | undefined
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const sorts = {
  joinedAt: { column: 'm.joinedAt', of: (row: MemberRow) => row.joinedAt },
  lastSeenAt: { column: 'm.lastSeenAt', of: (row: MemberRow) => row.lastSeenAt },
  name: { column: 'm.sortName', of: (row: MemberRow) => row.sortName },
} as const

/** One page of the members, narrowed and sorted; by last seen only those who were. */
export async function memberPage(db: Db, organizationId: string, query: MemberQuery) {
  let members = membersOf(db, organizationId)
  if (query.role !== undefined) {
    members =
      query.role === 'guest' ? members.where('m.role', 'is', null) : members.where('m.role', '=', query.role)
  }
  if (query.search) {
    const pattern = like(query.search)
    members = members.where((where) =>
      where.or([where('u.display_name', 'ilike', pattern), where('u.email', 'ilike', pattern)]),
    )
  }
  if (query.sort === 'lastSeenAt') {
    members = members.where('m.last_seen_at', 'is not', null).where('m.disabled', '=', false)
  }
  const { column, of } = sorts[query.sort]
  const sortable = db.selectFrom(members.as('m')).selectAll()
  const [page, counted] = await Promise.all([
    pageOf(
      sortable,
      {
        columns: [column, 'm.userId'],
        keyOf: (row) => [of(row), row.userId],
        direction: query.order ?? 'desc',
      },
      query,
    ),
    db
      .selectFrom(members.as('m'))
      .select((count) => count.fn.countAll<number>().as('count'))
      .executeTakeFirst(),
  ])
  return { ...page, count: counted?.count ?? 0 }
}

export const memberOf = (db: Db | Tx, organizationId: string, userId: string) =>
  membersOf(db, organizationId)
    .where('m.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => notFound('member', userId))
