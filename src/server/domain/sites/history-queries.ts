import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { HistoryKind } from '../../db/tables/sites.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'site_history.id',
  'site_history.kind',
  'site_history.by_user as byUser',
  'site_history.begun_at as startedAt',
  'site_history.at',
  'site_history.changes',
  'site_history.change_count as changeCount',
  'site_history.restored_id as restoredId',
  'site_history.restored_at as restoredAt',
  'site_history.fingerprint',
] as const

export type EntryRow = {
  readonly id: string
  readonly kind: HistoryKind
  readonly byUser: string | null
  readonly startedAt: Date
  readonly at: Date
  readonly changes: readonly StructureDifference[]
  readonly changeCount: number
  readonly restoredId: string | null
  readonly restoredAt: Date | null
  readonly fingerprint: string
}

const entriesOf = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_history')
    .where('site_history.organization_id', '=', organizationId)
    .where('site_history.site_id', '=', siteId)

/** One page of a site's history, newest first, with the number of all. */
export async function historyPage(db: Db, site: SiteParams, paging: Paging) {
  const keyset = {
    columns: ['site_history.begun_at', 'site_history.id'],
    keyOf: (row: EntryRow) => [row.startedAt, row.id],
    direction: 'desc' as const,
  }
  const [page, { count }] = await Promise.all([
    pageOf(entriesOf(db, site).select(columns), keyset, paging),
    entriesOf(db, site)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

export const latestEntry = (db: Db | Tx, site: SiteParams): Promise<EntryRow | undefined> =>
  entriesOf(db, site)
    .select(columns)
    .orderBy('site_history.begun_at', 'desc')
    .orderBy('site_history.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @throws {DomainError} `not_found` when the site has no such entry. */
export const historyEntry = (db: Db | Tx, site: SiteParams, id: string) =>
  entriesOf(db, site)
    .select([...columns, 'site_history.snapshot'])
    .where('site_history.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('entry in the history', id))

/** The stored snapshots, newest first, loaded in batches while the caller iterates. */
export async function* snapshotsOf(tx: Tx, site: SiteParams): AsyncGenerator<Buffer, undefined> {
  const batchSize = 10
  for (let offset = 0; ; offset += batchSize) {
    const rows = await entriesOf(tx, site)
      .select('site_history.snapshot')
      .orderBy('site_history.begun_at', 'desc')
      .orderBy('site_history.id', 'desc')
      .limit(batchSize)
      .offset(offset)
      .execute()
    for (const { snapshot } of rows) yield snapshot
    if (rows.length < batchSize) return undefined
  }
}

export type NewEntry = EntryRow & { readonly snapshot: Buffer }

export const insertEntry = (tx: Tx, { organizationId, siteId }: SiteParams, entry: NewEntry) =>
  tx
    .insertInto('site_history')
    .values({
      organization_id: organizationId,
      site_id: siteId,
      id: entry.id,
      kind: entry.kind,
      by_user: entry.byUser,
      begun_at: entry.startedAt,
      at: entry.at,
      changes: asJson(entry.changes),
      change_count: entry.changeCount,
      restored_id: entry.restoredId,
      restored_at: entry.restoredAt,
      fingerprint: entry.fingerprint,
      snapshot: entry.snapshot,
    })
    .execute()

type EntryExtension = Pick<NewEntry, 'id' | 'at' | 'changes' | 'changeCount' | 'fingerprint' | 'snapshot'>

/** Adds later changes to the newest entry. */
export const updateEntry = (
  tx: Tx,
  { organizationId }: SiteParams,
  { id, changes, changeCount, ...grown }: EntryExtension,
) =>
  tx
    .updateTable('site_history')
    .set({ ...grown, changes: asJson(changes), change_count: changeCount })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Deletes all but the newest entries. */
export const pruneEntries = (tx: Tx, { organizationId, siteId }: SiteParams, limit: number) =>
  sql`delete from site_history using (
      select begun_at, id from site_history
      where organization_id = ${organizationId} and site_id = ${siteId}
      order by begun_at desc, id desc offset ${limit} limit 1
    ) as oldest
    where organization_id = ${organizationId} and site_id = ${siteId}
      and (site_history.begun_at, site_history.id) <= (oldest.begun_at, oldest.id)`.execute(tx)

/** When any item of a site was last written before a moment, if ever. */
export async function lastWriteBefore(
  tx: Tx,
  { organizationId, siteId }: SiteParams,
  moment: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(updated_at) as at from (
      select created_at as updated_at from site where organization_id = ${organizationId} and id = ${siteId}
      union all select updated_at from site_section_group
        where organization_id = ${organizationId} and site_id = ${siteId}
      union all select updated_at from site_section where organization_id = ${organizationId} and site_id = ${siteId}
      union all select updated_at from site_space where organization_id = ${organizationId} and site_id = ${siteId}
    ) as parts where updated_at <= ${moment}`.execute(tx)
  return rows[0]?.at ?? null
}
