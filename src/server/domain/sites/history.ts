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

/** How a structure came to be another. */
export type HistorySource =
  | { readonly kind: 'edit' | 'trash' | 'plan' }
  | { readonly kind: 'restore'; readonly of: Pick<EntryRow, 'id' | 'at'> }

/**
 * Live changes of one person within this time of each other are one entry, up to the longer time in all. What takes
 * something out begins another one, so that the structure before it is there to go back to.
 */
const MERGE_WINDOW_MS = 5 * 60_000
const MAX_ENTRY_SPAN_MS = 30 * 60_000
/** Changes that are told one by one; the others are counted. */
const MAX_LISTED_CHANGES = 50

/**
 * Keeps the structure that a change led to, so that the site can go back to it; nothing where it is as it was. Call
 * it while the site is held. The first change keeps what was there before as well.
 */
export async function recordHistory(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'newId' | 'caller'>,
  before: Structure,
  after: Structure,
  how: HistorySource,
): Promise<void> {
  if (isSameShape(before, after)) return
  const site = { organizationId: after.site.organizationId, siteId: after.site.id }
  const latest = (await latestEntry(tx, site)) ?? (await insertInitialEntry(tx, ctx, site, before))
  const at = new Date(Math.max(ctx.now().getTime(), latest.at.getTime() + 1))
  const changes = differencesBetween(before, after)
  const held = { at, fingerprint: fingerprintOf(after), snapshot: compressSnapshot(after) }
  const isLoss = changes.some(({ kind }) => kind === 'removed')
  if (!isLoss && continuesEntry(latest, ctx, how, at)) return extendEntry(tx, site, latest, changes, held)
  await insertEntry(tx, site, {
    ...held,
    id: ctx.newId(),
    kind: how.kind,
    byUser: how.kind === 'trash' ? null : ctx.caller.userId,
    begunAt: at,
    changes: changes.slice(0, MAX_LISTED_CHANGES),
    changeCount: changes.length,
    restoredId: how.kind === 'restore' ? how.of.id : null,
    restoredAt: how.kind === 'restore' ? how.of.at : null,
  })
  await pruneEntries(tx, site, MAX_HISTORY_ENTRIES)
}

/** The structure as it was when its history began. */
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
    begunAt: at,
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
  how: HistorySource,
  at: Date,
): boolean =>
  how.kind === 'edit' &&
  latest.kind === 'edit' &&
  latest.byUser === caller.userId &&
  at.getTime() - latest.at.getTime() < MERGE_WINDOW_MS &&
  at.getTime() - latest.begunAt.getTime() < MAX_ENTRY_SPAN_MS

async function extendEntry(
  tx: Tx,
  site: SiteParams,
  { id, changes, changeCount }: EntryRow,
  added: readonly StructureDifference[],
  held: Pick<NewEntry, 'at' | 'fingerprint' | 'snapshot'>,
): Promise<void> {
  await updateEntry(tx, site, {
    ...held,
    id,
    changes: [...changes, ...added].slice(0, MAX_LISTED_CHANGES),
    changeCount: changeCount + added.length,
  })
}
