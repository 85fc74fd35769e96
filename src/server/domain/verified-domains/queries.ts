import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { DomainCheckError } from '../../db/tables/verified-domains.ts'
import { notFound } from '../../errors.ts'

/** Whether an organization has proven that it owns an email domain (exactly this one, no parent of it). */
export const isVerifiedDomain = async (
  db: Db | Tx,
  organizationId: string,
  domain: string,
): Promise<boolean> => (await organizationOfDomain(db, domain)) === organizationId

/** The id of the one organization that owns an email domain. */
export const organizationOfDomain = async (db: Db | Tx, domain: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('verified_domain')
      .select('organization_id as id')
      .where('domain', '=', domain.toLowerCase())
      .where('verified_at', 'is not', null)
      .executeTakeFirst()
  )?.id

/** Those of some domains that an organization has proven to own. */
export const verifiedDomainsAmong = async (
  db: Db | Tx,
  organizationId: string,
  domains: readonly string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('verified_domain')
      .select('domain')
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`domain = any(${domains})`)
      .where('verified_at', 'is not', null)
      .execute()
  ).map(({ domain }) => domain)

const domainsOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('verified_domain as d')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .select([
      'd.organization_id as organizationId',
      'd.domain',
      'd.record_token as token',
      'd.verified_at as verifiedAt',
      'd.verified_by as verifiedBy',
      'd.last_checked_at as lastCheckedAt',
      'd.last_error as lastError',
      'd.missing_since as missingSince',
      'd.version',
      'd.created_at as createdAt',
      sql<boolean>`d.domain = any (o.email_domains)`.as('joining'),
    ])
    .where('d.organization_id', '=', organizationId)

/** One page of the domains of an organization by name, with their count. */
export async function domainPage(db: Db, organizationId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(
      domainsOf(db, organizationId),
      { columns: ['d.domain'], keyOf: (row: { domain: string }) => [row.domain] },
      paging,
    ),
    countDomains(db, organizationId),
  ])
  return { ...page, count }
}

export async function countDomains(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('verified_domain')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {DomainError} `not_found` if the organization has no such domain */
export const domainByName = (db: Db | Tx, organizationId: string, domain: string) =>
  domainsOf(db, organizationId)
    .where('d.domain', '=', domain)
    .executeTakeFirstOrThrow(() => notFound('domain', domain))

export type DomainRow = Awaited<ReturnType<typeof domainByName>>

/** Locks a domain until the transaction ends. */
export const lockDomain = (tx: Tx, organizationId: string, domain: string): Promise<DomainRow> =>
  domainsOf(tx, organizationId)
    .where('d.domain', '=', domain)
    .forUpdate('d')
    .executeTakeFirstOrThrow(() => notFound('domain', domain))

export type NewDomain = {
  readonly organizationId: string
  readonly domain: string
  readonly token: string
  readonly now: Date
}

/** Adds domains as pending and returns the names of those that the organization did not have. */
export async function insertDomains(tx: Tx, domains: readonly NewDomain[]): Promise<string[]> {
  if (domains.length === 0) return []
  const rows = await tx
    .insertInto('verified_domain')
    .values(
      domains.map(({ organizationId, domain, token, now }) => ({
        organization_id: organizationId,
        domain,
        record_token: token,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

export type DomainChange = Partial<{
  verified_at: Date | null
  verified_by: 'dns' | 'operator' | null
  last_checked_at: Date
  last_error: DomainCheckError | null
  missing_since: Date | null
}>

/** Changes a domain and increments its version. */
export const changeDomain = (tx: Tx, organizationId: string, domain: string, change: DomainChange) =>
  tx
    .updateTable('verified_domain')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .execute()

/** Serializes proofs of one domain by several organizations until the transaction ends. */
export const lockDomainName = (tx: Tx, domain: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`verified-domain ${domain}`}, 0))`.execute(tx)

export const deleteDomain = (tx: Tx, organizationId: string, domain: string) =>
  tx
    .deleteFrom('verified_domain')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .execute()

export type DueDomain = { readonly organizationId: string; readonly domain: string }

/** Domains to check: those verified by DNS once a day, pending ones every hour in their first week. */
export const dueDomains = (db: Db, now: Date, limit: number): Promise<DueDomain[]> =>
  db
    .selectFrom('verified_domain')
    .select(['organization_id as organizationId', 'domain'])
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('verified_by', '=', 'dns'),
          eb('last_checked_at', '<', new Date(now.getTime() - 23.5 * 3_600_000)),
        ]),
        and([
          eb('verified_at', 'is', null),
          eb('created_at', '>', new Date(now.getTime() - 7 * 86_400_000)),
          or([
            eb('last_checked_at', 'is', null),
            eb('last_checked_at', '<', new Date(now.getTime() - 0.5 * 3_600_000)),
          ]),
        ]),
      ]),
    )
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()

/** The ids of an organization's admins, longest members first. */
export const adminsOf = async (tx: Tx, organizationId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('member')
      .select('user_id as id')
      .where('organization_id', '=', organizationId)
      .where('role', '=', 'admin')
      .where('disabled', '=', false)
      .orderBy('joined_at')
      .limit(100)
      .execute()
  ).map(({ id }) => id)

/** A domain with its organization and one of its admins, for an email; undefined if one of them is gone. */
export const domainForEmail = (
  db: Db,
  { organizationId, domain, userId }: { organizationId: string; domain: string; userId: string },
) =>
  db
    .selectFrom('verified_domain as d')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .innerJoin('member as m', 'm.organization_id', 'd.organization_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.email', 'o.title', 'd.record_token as token', 'd.missing_since as missingSince'])
    .where('d.organization_id', '=', organizationId)
    .where('d.domain', '=', domain)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'admin')
    .where('m.disabled', '=', false)
    .executeTakeFirst()

/** Locks an organization, whose limit of domains and email domains are about to change. @throws 404 */
export const lockEmailDomains = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('organization')
    .select(['title', 'email_domains as emailDomains'])
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('organization', organizationId))

export const setEmailDomains = (tx: Tx, organizationId: string, domains: string[], now: Date) =>
  tx
    .updateTable('organization')
    .set({ email_domains: domains, updated_at: now, version: sql`version + 1` })
    .where('id', '=', organizationId)
    .execute()
