import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteHistoryEntry } from '#contract/site-history.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type EntryRow, latestEntry } from '../sites/history-queries.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'

/** Entries of a site's history as the API represents them. */
export async function presentEntries(
  db: Db | Tx,
  ctx: Pick<Context, 'urls'>,
  site: SiteParams,
  rows: readonly EntryRow[],
): Promise<SiteHistoryEntry[]> {
  const { organizationId, siteId } = site
  const people = await authorsByIds(
    db,
    organizationId,
    rows.map(({ byUser }) => byUser),
  )
  const now = (await latestEntry(db, site))?.fingerprint
  return rows.map((row) => ({
    object: 'site-history-entry',
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    ...(row.byUser === null
      ? {}
      : { by: presentUser(people.get(row.byUser) ?? formerUser(row.byUser), ctx.urls) }),
    changes: [...row.changes],
    changeCount: row.changeCount,
    ...(row.restoredId === null || row.restoredAt === null
      ? {}
      : { restored: { id: row.restoredId, at: row.restoredAt.toISOString() } }),
    current: row.fingerprint === now,
    urls: {
      location: ctx.urls.location('orgs', organizationId, 'sites', siteId, 'structure', 'history', row.id),
    },
  }))
}

/** The newest entry of a site's history. */
export async function presentLatestEntry(
  tx: Tx,
  ctx: Pick<Context, 'urls'>,
  site: SiteParams,
): Promise<SiteHistoryEntry> {
  const row = await latestEntry(tx, site)
  const [entry] = await presentEntries(tx, ctx, site, row === undefined ? [] : [row])
  if (entry === undefined) throw new Error('The change is not in the history')
  return entry
}
