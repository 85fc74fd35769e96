import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { SubjectKind } from '../../auth/access.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { adminsWithPassword } from './rules.ts'

/** A role granted to a member on a space, in the trash or not, a collection or a site. */
export type GrantRow = {
  readonly kind: SubjectKind
  readonly id: string
  readonly title: string
  readonly role: Role | null
  readonly createdAt: Date
}

const grantsOf = (db: Db | Tx, organizationId: string, userId: string) =>
  db
    .selectFrom('access_grant as g')
    .leftJoin('space as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'g.organization_id')
        .onRef('s.id', '=', 'g.subject_id')
        .on('g.subject_kind', '=', 'space'),
    )
    .leftJoin('collection as c', (join) =>
      join
        .onRef('c.organization_id', '=', 'g.organization_id')
        .onRef('c.id', '=', 'g.subject_id')
        .on('g.subject_kind', '=', 'collection'),
    )
    .leftJoin('site', (join) =>
      join
        .onRef('site.organization_id', '=', 'g.organization_id')
        .onRef('site.id', '=', 'g.subject_id')
        .on('g.subject_kind', '=', 'site'),
    )
    .select([
      'g.subject_kind as kind',
      'g.subject_id as id',
      sql<string>`coalesce(s.title, c.title, site.title, '')`.as('title'),
      'g.role',
      'g.created_at as createdAt',
    ])
    .where('g.organization_id', '=', organizationId)
    .where('g.grantee_kind', '=', 'user')
    .where('g.grantee_id', '=', userId)

/** One page of the roles granted to a member, oldest first. */
export async function grantPage(db: Db, organizationId: string, userId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(
      grantsOf(db, organizationId, userId),
      { columns: ['g.created_at', 'g.subject_id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    countGrants(db, organizationId, userId),
  ])
  return { ...page, count }
}

async function countGrants(db: Db, organizationId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('access_grant')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('grantee_kind', '=', 'user')
    .where('grantee_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** A team of a member, and whether no one else except admins could manage it. */
export type MemberTeam = {
  readonly id: string
  readonly title: string
  readonly role: TeamRole
  readonly onlyOwner: boolean
}

/** The first 1000 teams of a member, by title. */
export const teamsOfMember = async (
  db: Db | Tx,
  organizationId: string,
  userId: string,
): Promise<MemberTeam[]> => {
  const { rows } = await sql<MemberTeam>`select team.id, team.title, mine.role,
      mine.role = 'owner' and not exists (select 1 from team_member other
        where other.organization_id = mine.organization_id and other.team_id = mine.team_id
          and other.role = 'owner' and other.user_id <> mine.user_id) as "onlyOwner"
    from team_member mine
    join team on team.organization_id = mine.organization_id and team.id = mine.team_id
    where mine.organization_id = ${organizationId} and mine.user_id = ${userId}
    order by lower(team.title) collate "C", team.id limit 1000`.execute(db)
  return rows
}

/** The first 1000 roles granted to a member, oldest first. */
export const grantsOfMember = (db: Db, organizationId: string, userId: string): Promise<GrantRow[]> =>
  grantsOf(db, organizationId, userId).orderBy('g.created_at').orderBy('g.subject_id').limit(1000).execute()

/**
 * What an account has beyond one organization: tokens, organizations, and sessions, which are reported only for
 * members of no other organization.
 */
export async function accountAccess(db: Db | Tx, userId: string, now: Date) {
  const { rows } = await sql<{ sessions: number; tokens: number; organizations: number }>`select
      (select count(*) from session where user_id = ${userId} and expires_at > ${now}) as sessions,
      (select count(*) from api_token where user_id = ${userId}) as tokens,
      (select count(*) from member where user_id = ${userId}) as organizations`.execute(db)
  const counts = rows[0] ?? { sessions: 0, tokens: 0, organizations: 0 }
  return counts.organizations > 1 ? { ...counts, sessions: 0 } : counts
}

/** Up to two active admins, those who can sign in with a password first: enough to know whether one is the last. */
export const firstTwoAdmins = async (db: Db | Tx, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .select(['user_id as userId', 'sso'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('sso')
    .limit(2)
    .execute()
  return adminsWithPassword(rows)
}
