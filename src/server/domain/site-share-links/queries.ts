import { type SqlBool, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'site_share_link.organization_id as organizationId',
  'site_share_link.site_id as siteId',
  'site_share_link.id',
  'site_share_link.name',
  'site_share_link.key',
  'site_share_link.active',
  'site_share_link.created_at as createdAt',
  'site_share_link.expires_at as expiresAt',
  'site_share_link.password_hash as passwordHash',
  'site_share_link.last_used_at as lastUsedAt',
] as const

const linksOf = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_share_link')
    .where('site_share_link.organization_id', '=', organizationId)
    .where('site_share_link.site_id', '=', siteId)

/** One page of a site's share links whose name contains the text, oldest first, with their count. */
export async function shareLinkPage(db: Db, site: SiteParams, paging: Paging, search?: string) {
  const keyset = {
    columns: ['site_share_link.created_at', 'site_share_link.id'],
    keyOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
  }
  const all = linksOf(db, site)
  const matches = search
    ? all.where(sql<SqlBool>`position(lower(${search}) in lower(site_share_link.name)) > 0`)
    : all
  const [page, { count }] = await Promise.all([
    pageOf(matches.select(columns), keyset, paging),
    matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

/**
 * Locks a share link until the transaction ends.
 *
 * @throws {DomainError} `not_found` when the site has no such link.
 */
export const lockShareLink = (tx: Tx, site: SiteParams, id: string) =>
  linksOf(tx, site)
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('share link', id))

export type ShareLinkRow = Awaited<ReturnType<typeof lockShareLink>>

/** The share link with this key, valid or not. */
export const shareLinkByKey = (db: Db, site: SiteParams, key: string): Promise<ShareLinkRow | undefined> =>
  linksOf(db, site).select(columns).where('key', '=', key).executeTakeFirst()

/** The last use is stored at most once per hour, since every page view counts as use. */
const USE_PRECISION_MS = 3_600_000

export async function recordUse(
  db: Db,
  {
    organizationId,
    siteId,
    id,
    lastUsedAt,
  }: Pick<ShareLinkRow, 'organizationId' | 'siteId' | 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < USE_PRECISION_MS) return
  await db
    .updateTable('site_share_link')
    .set({ last_used_at: now })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export type NewShareLink = SiteParams & {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly expiresAt: Date | null
  readonly passwordHash: string | null
}

export const insertShareLink = (tx: Tx, link: NewShareLink, now: Date): Promise<ShareLinkRow> =>
  tx
    .insertInto('site_share_link')
    .values({
      organization_id: link.organizationId,
      site_id: link.siteId,
      id: link.id,
      name: link.name,
      key: link.key,
      expires_at: link.expiresAt,
      password_hash: link.passwordHash,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export type ShareLinkSettings = {
  readonly name: string
  readonly active: boolean
  readonly expiresAt: Date | null
  readonly passwordHash: string | null
}

export const updateShareLink = (
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  id: string,
  to: ShareLinkSettings,
): Promise<ShareLinkRow> =>
  tx
    .updateTable('site_share_link')
    .set({
      name: to.name,
      active: to.active,
      expires_at: to.expiresAt,
      password_hash: to.passwordHash,
    })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteShareLink = (tx: Tx, { organizationId, siteId }: SiteParams, id: string) =>
  tx
    .deleteFrom('site_share_link')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
