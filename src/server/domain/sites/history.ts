import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import { MAX_HISTORY_ENTRIES } from '#contract/site-history.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import {
  type EntryRow,
  insertEntry,
  lastWriteBefore,
  latestEntry,
  type NewEntry,
  pruneEntries,
  updateEntry,
} from './history-queries.ts'
import { compressSnapshot } from './snapshot.ts'
import { differencesBetween } from './structure/differences.ts'
import { fingerprintOf, isSameShape } from './structure/shape.ts'
import type { Structure } from './structure/structure.ts'

/** What caused a change of a structure. */
export type HistorySource =
  | { readonly kind: 'edit' | 'trash' | 'plan' }
  | { readonly kind: 'restore'; readonly of: Pick<EntryRow, 'id' | 'at'> }

/**
 * Successive changes by one person share an entry while they are at most this far apart, up to the longer span in all.
 * A removal starts a new entry, so that the structure before it can be restored.
 */
const MERGE_WINDOW_MS = 5 * 60_000
const MAX_ENTRY_SPAN_MS = 30 * 60_000
/** Further changes of an entry are only counted. */
const MAX_LISTED_CHANGES = 50

/**
 * Stores a changed structure, so that it can be restored. The site must be locked. The first change of a site also
 * stores the structure before it.
 */
export async function recordHistory(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'newId' | 'caller'>,
  before: Structure,
  after: Structure,
  source: HistorySource,
): Promise<void> {
  if (isSameShape(before, after)) return
  const site = { organizationId: after.site.organizationId, siteId: after.site.id }
  const latest = (await latestEntry(tx, site)) ?? (await insertInitialEntry(tx, ctx, site, before))
  const at = new Date(Math.max(ctx.now().getTime(), latest.at.getTime() + 1))
  const changes = differencesBetween(before, after)
  const current = { at, fingerprint: fingerprintOf(after), snapshot: compressSnapshot(after) }
  const isRemoval = changes.some(({ kind }) => kind === 'removed')
  if (!isRemoval && continuesEntry(latest, ctx, source, at))
    return extendEntry(tx, site, latest, changes, current)
  await insertEntry(tx, site, {
    ...current,
    id: ctx.newId(),
    kind: source.kind,
    byUser: source.kind === 'trash' ? null : ctx.caller.userId,
    startedAt: at,
    changes: changes.slice(0, MAX_LISTED_CHANGES),
    changeCount: changes.length,
    restoredId: source.kind === 'restore' ? source.of.id : null,
    restoredAt: source.kind === 'restore' ? source.of.at : null,
  })
  await pruneEntries(tx, site, MAX_HISTORY_ENTRIES)
}

/** The entry of the structure before the first change. */
async function insertInitialEntry(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'newId'>,
  site: SiteParams,
  before: Structure,
): Promise<EntryRow> {
  const earlier = new Date(ctx.now().getTime() - 1)
  const at = (await lastWriteBefore(tx, site, earlier)) ?? earlier
  const entry: NewEntry = {
    id: ctx.newId(),
    kind: 'start',
    byUser: null,
    startedAt: at,
    at,
    changes: [],
    changeCount: 0,
    restoredId: null,
    restoredAt: null,
    fingerprint: fingerprintOf(before),
    snapshot: compressSnapshot(before),
  }
  await insertEntry(tx, site, entry)
  return entry
}

const continuesEntry = (
  latest: EntryRow,
  { caller }: Pick<Context, 'caller'>,
  source: HistorySource,
  at: Date,
): boolean =>
  source.kind === 'edit' &&
  latest.kind === 'edit' &&
  latest.byUser === caller.userId &&
  at.getTime() - latest.at.getTime() < MERGE_WINDOW_MS &&
  at.getTime() - latest.startedAt.getTime() < MAX_ENTRY_SPAN_MS

async function extendEntry(
  tx: Tx,
  site: SiteParams,
  { id, changes, changeCount }: EntryRow,
  added: readonly StructureDifference[],
  current: Pick<NewEntry, 'at' | 'fingerprint' | 'snapshot'>,
): Promise<void> {
  await updateEntry(tx, site, {
    ...current,
    id,
    changes: [...changes, ...added].slice(0, MAX_LISTED_CHANGES),
    changeCount: changeCount + added.length,
  })
}
