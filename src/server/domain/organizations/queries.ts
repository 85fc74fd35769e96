import { sql } from 'kysely'
import type { MergeRule } from '#contract/merge-rules.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'

const columns = [
  'o.id',
  'o.title',
  'o.created_at as createdAt',
  'o.email_domains as emailDomains',
  'o.hostname',
  'o.type',
  'o.use_case as useCase',
  'o.community_type as communityType',
  'o.default_role as defaultRole',
  'o.default_content as defaultContent',
  'o.logo',
  'o.sso',
  'o.second_factor as secondFactor',
  'o.ai',
  'o.invite_links as inviteLinks',
  'o.plan',
  'o.version',
  sql<readonly MergeRule[] | null>`(select rules from merge_rules where merge_rules.organization_id = o.id
    and collection_id is null and space_id is null)`.as('mergeRules'),
] as const

const ownsTeam = (userId: string) =>
  sql<boolean>`exists (select 1 from team_member t where t.organization_id = o.id and t.user_id = ${userId}
    and t.role = 'owner')`.as('ownsTeam')

/** Organizations of a user, with their role there. */
const organizationsOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select([...columns, 'm.role as ownRole', sql<boolean>`true`.as('isMember'), ownsTeam(userId)])
    .select('m.sso as memberSso')
    .where('m.user_id', '=', userId)

export type OrganizationRow = Awaited<ReturnType<typeof organizationForUser>>

/** One page of a user's organizations, oldest first, without those where they are suspended. */
export async function organizationPage(db: Db, userId: string, paging: Paging) {
  const mine = organizationsOf(db, userId).where('m.disabled', '=', false)
  const [page, countResult] = await Promise.all([
    pageOf(mine, { columns: ['o.created_at', 'o.id'], keyOf: (row) => [row.createdAt, row.id] }, paging),
    db
      .selectFrom('member')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('disabled', '=', false)
      .executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

export const organizationForUser = (db: Db | Tx, userId: string, id: string) =>
  organizationsOf(db, userId)
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('organization', id))

/** The organization that lets people of its verified domain join; none if the user is suspended there. */
export const organizationsToJoin = (db: Db, userId: string, domain: string): Promise<OrganizationRow[]> =>
  db
    .selectFrom('organization as o')
    .leftJoin('member as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').on('m.user_id', '=', userId),
    )
    .select([
      ...columns,
      'm.role as ownRole',
      sql<boolean>`coalesce(m.sso, false)`.as('memberSso'),
      sql<boolean>`m.user_id is not null`.as('isMember'),
      ownsTeam(userId),
    ])
    .innerJoin('verified_domain as d', (join) =>
      join
        .onRef('d.organization_id', '=', 'o.id')
        .on('d.domain', '=', domain)
        .on('d.verified_at', 'is not', null),
    )
    .where(sql<boolean>`o.email_domains @> array[${domain}::text]`)
    .where(sql<boolean>`m.disabled is not true`)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(1000)
    .execute()

/** Locks an organization until the transaction ends. */
export const lockOrganization = (tx: Tx, id: string) =>
  tx
    .selectFrom('organization as o')
    .select(columns)
    .where('o.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('organization', id))

export type StoredOrganization = Awaited<ReturnType<typeof lockOrganization>>

/** The settings that decide who can join. The organization cannot be deleted until the transaction ends. */
export const organizationJoinSettings = (tx: Tx, id: string) =>
  tx
    .selectFrom('organization')
    .select(['id', 'title', 'email_domains as emailDomains', 'default_role as defaultRole'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('organization', id))

export type OrganizationChange = Partial<{
  title: string
  email_domains: string[]
  hostname: string | null
  default_role: Role | null
  default_content: string | null
  logo: string | null
  sso: boolean
  second_factor: 'optional' | 'required'
  ai: boolean
  invite_links: boolean
}>

export const changeOrganization = (tx: Tx, id: string, change: OrganizationChange, now: Date) =>
  tx
    .updateTable('organization')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
    .catch(asConflict)

export const hostnameTaken = () =>
  new DomainError('conflict', 'Another organization already uses this hostname', {
    issues: [{ path: ['body', 'hostname'], message: 'Another organization already uses this hostname' }],
  })

/** Concurrent requests may want the same host name; the unique index lets one of them have it. */
function asConflict(error: unknown): never {
  const isTaken =
    error instanceof Error && 'constraint' in error && error.constraint === 'organization_hostname_key'
  throw isTaken ? hostnameTaken() : error
}

export type NewOrganization = {
  readonly id: string
  readonly title: string
  readonly emailDomains?: string[]
  readonly type?: 'business' | 'community'
  readonly useCase?: string | null
  readonly now: Date
}

export const insertOrganization = (tx: Tx, organization: NewOrganization) =>
  tx
    .insertInto('organization')
    .values({
      id: organization.id,
      title: organization.title,
      email_domains: organization.emailDomains ?? [],
      type: organization.type ?? 'business',
      use_case: organization.useCase ?? null,
      created_at: organization.now,
      updated_at: organization.now,
    })
    .execute()

/** Whether the organization has this site. */
export const hasSite = async (tx: Tx, organizationId: string, siteId: string): Promise<boolean> =>
  (await tx
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()) !== undefined

/** The id of the organization with this host name. */
export const organizationByHostname = async (db: Db, hostname: string): Promise<string | undefined> =>
  (await db.selectFrom('organization').select('id').where('hostname', '=', hostname).executeTakeFirst())?.id

/** Whether another organization has this host name. */
export const isHostnameTaken = async (tx: Tx, id: string, hostname: string): Promise<boolean> =>
  (await tx
    .selectFrom('organization')
    .select('id')
    .where('hostname', '=', hostname)
    .where('id', '!=', id)
    .executeTakeFirst()) !== undefined

/** The organization created at the first start, which setup takes over: the only one without members. */
export const organizationWithoutMembers = (db: Db | Tx) =>
  db
    .selectFrom('organization as o')
    .select('o.id')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('member as m').select('m.user_id').whereRef('m.organization_id', '=', 'o.id'),
        ),
      ),
    )
    .orderBy('o.created_at')
    .limit(1)
    .executeTakeFirst()
