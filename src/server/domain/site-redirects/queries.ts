import { type SqlBool, sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'site_redirect.organization_id as organizationId',
  'site_redirect.site_id as siteId',
  'site_redirect.id',
  'site_redirect.source',
  'site_redirect.source_key as sourceKey',
  'site_redirect.destination',
  'site_redirect.draft',
  'site_redirect.capture_wildcard as captureWildcard',
  'site_redirect.permanent',
  'site_redirect.version',
  'site_redirect.created_at as createdAt',
  'site_redirect.updated_at as updatedAt',
] as const

const redirectsOf = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_redirect')
    .where('site_redirect.organization_id', '=', organizationId)
    .where('site_redirect.site_id', '=', siteId)

/** All redirects of a site that are in effect, by source. */
export const allRedirects = (db: Db | Tx, site: SiteParams): Promise<RedirectRow[]> =>
  redirectsOf(db, site)
    .where('draft', '=', false)
    .select(columns)
    .orderBy('source_key')
    .orderBy('id')
    .execute()

type RedirectQuery = Paging & {
  readonly search?: string | undefined
  readonly draft?: boolean | undefined
  readonly orderBy?: 'createdAt' | 'updatedAt' | 'source' | undefined
}

type OrderedRedirect = {
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly id: string
  readonly sourceKey: string
}

const orders = {
  createdAt: {
    columns: ['site_redirect.created_at', 'site_redirect.id'],
    keyOf: (row: OrderedRedirect) => [row.createdAt, row.id],
  },
  updatedAt: {
    columns: ['site_redirect.updated_at', 'site_redirect.id'],
    keyOf: (row: OrderedRedirect) => [row.updatedAt, row.id],
  },
  source: {
    columns: ['site_redirect.source_key', 'site_redirect.id'],
    keyOf: (row: OrderedRedirect) => [row.sourceKey, row.id],
  },
}

/** One page of a site's redirects or of their drafts whose source contains the text, in order, with their count. */
export async function redirectPage(
  db: Db,
  site: SiteParams,
  { search, draft = false, orderBy = 'createdAt', ...paging }: RedirectQuery,
) {
  const all = redirectsOf(db, site).where('site_redirect.draft', '=', draft)
  const matches = search
    ? all.where(
        // The key is the source without its percent-encoding.
        sql<SqlBool>`(position(lower(${search}) in lower(site_redirect.source)) > 0
          or position(lower(${search}) in '/' || site_redirect.source_key) > 0)`,
      )
    : all
  const [page, { count }] = await Promise.all([
    pageOf(matches.select(columns), orders[orderBy], paging),
    matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

/** @throws {DomainError} `not_found` when the site has no such redirect. */
export const redirectById = (db: Db | Tx, site: SiteParams, id: string) =>
  redirectsOf(db, site)
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('redirect', id))

export type RedirectRow = Awaited<ReturnType<typeof redirectById>>

/** The redirect, or the draft of one, with this source key. */
export const redirectBySource = (
  db: Db | Tx,
  site: SiteParams,
  key: string,
  draft = false,
): Promise<RedirectRow | undefined> =>
  redirectsOf(db, site)
    .select(columns)
    .where('source_key', '=', key)
    .where('draft', '=', draft)
    .executeTakeFirst()

/** The redirect in effect for a path: the one with that source, else the wildcard with the longest source. */
export const redirectFor = (
  db: Db | Tx,
  site: SiteParams,
  pathKey: string,
): Promise<RedirectRow | undefined> =>
  redirectsOf(db, site)
    .select(columns)
    .where('draft', '=', false)
    .where(
      sql<boolean>`(source_key = ${pathKey} or (right(source_key, 1) = '*'
        and starts_with(${`${pathKey}/`}, left(source_key, -1))))`,
    )
    .orderBy(sql`right(source_key, 1) = '*'`)
    .orderBy(sql`length(source_key)`, 'desc')
    .limit(1)
    .executeTakeFirst()

export type NewRedirect = SiteParams & {
  readonly id: string
  readonly source: string
  readonly sourceKey: string
  readonly destination: RedirectDestination
  readonly draft: boolean
  readonly captureWildcard: boolean
  readonly permanent: boolean
}

/** The caller has locked the site and checked that the source is free. */
export const insertRedirect = (tx: Tx, redirect: NewRedirect, now: Date): Promise<RedirectRow> =>
  tx
    .insertInto('site_redirect')
    .values({
      organization_id: redirect.organizationId,
      site_id: redirect.siteId,
      id: redirect.id,
      source: redirect.source,
      source_key: redirect.sourceKey,
      destination: asJson(redirect.destination),
      draft: redirect.draft,
      capture_wildcard: redirect.captureWildcard,
      permanent: redirect.permanent,
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateRedirect = (
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  id: string,
  to: Omit<NewRedirect, keyof SiteParams | 'id'>,
  now: Date,
): Promise<RedirectRow> =>
  tx
    .updateTable('site_redirect')
    .set({
      source: to.source,
      source_key: to.sourceKey,
      destination: asJson(to.destination),
      draft: to.draft,
      capture_wildcard: to.captureWildcard,
      permanent: to.permanent,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteRedirect = (tx: Tx, { organizationId, siteId }: SiteParams, id: string) =>
  tx
    .deleteFrom('site_redirect')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()

/** The sites that show a space, in the order in which to lock them. */
export async function sitesWithSpace(tx: Tx, organizationId: string, spaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('site_space')
    .select('site_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('site_id')
    .execute()
  return rows.map(({ site_id }) => site_id)
}

/** The redirects, or the drafts of redirects, with these source keys, by key. */
export async function redirectsBySource(
  db: Db | Tx,
  site: SiteParams,
  keys: readonly string[],
  draft = false,
): Promise<ReadonlyMap<string, RedirectRow>> {
  if (keys.length === 0) return new Map()
  const rows = await redirectsOf(db, site)
    .select(columns)
    .where('draft', '=', draft)
    .where((is) => is('source_key', '=', is.fn.any(is.val([...keys]))))
    .execute()
  return new Map(rows.map((row) => [row.sourceKey, row]))
}

/** Inserts or updates many redirects by id in one statement. The caller has locked the site. */
export async function writeRedirects(tx: Tx, all: readonly NewRedirect[], now: Date): Promise<void> {
  if (all.length === 0) return
  await tx
    .insertInto('site_redirect')
    .values(
      all.map((one) => ({
        organization_id: one.organizationId,
        site_id: one.siteId,
        id: one.id,
        source: one.source,
        source_key: one.sourceKey,
        destination: asJson(one.destination),
        draft: one.draft,
        capture_wildcard: one.captureWildcard,
        permanent: one.permanent,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet((is) => ({
        source: is.ref('excluded.source'),
        destination: is.ref('excluded.destination'),
        draft: is.ref('excluded.draft'),
        capture_wildcard: is.ref('excluded.capture_wildcard'),
        permanent: is.ref('excluded.permanent'),
        version: sql`site_redirect.version + 1`,
        updated_at: now,
      })),
    )
    .execute()
}

export const deleteRedirects = (tx: Tx, { organizationId, siteId }: SiteParams, ids: readonly string[]) =>
  tx
    .deleteFrom('site_redirect')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .execute()

/** The pages at these paths, as `spaceId path`. */
export async function pagesAt(
  db: Db | Tx,
  organizationId: string,
  spaceIds: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (spaceIds.length === 0 || paths.length === 0) return new Set()
  const { rows } = await sql<{ space: string; path: string }>`
    select space_id as space, path from page
    where organization_id = ${organizationId} and space_id = any(${spaceIds}::text[])
      and hashtextextended(path, 0) in (select hashtextextended(one, 0) from unnest(${paths}::text[]) one)
      and path = any(${paths}::text[])`.execute(db)
  return new Set(rows.map(({ space, path }) => `${space} ${path}`))
}
