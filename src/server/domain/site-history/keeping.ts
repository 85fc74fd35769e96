import type { StructureChange } from '#contract/shared/structure-change.ts'
import { maxHistoryEntries } from '#contract/site-history.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { changesBetween } from '../site-structure/changes.ts'
import { fingerprintOf, isSameShape } from '../site-structure/shape.ts'
import type { Structure } from '../site-structure/structure.ts'
import {
  type EntryRow,
  growEntry,
  insertEntry,
  lastWriteBefore,
  latestEntry,
  type NewEntry,
  pruneEntries,
  type SiteRef,
} from './queries.ts'
import { packed } from './snapshot.ts'

/** How a structure came to be another. */
export type How =
  | { readonly kind: 'edit' | 'trash' | 'plan' }
  | { readonly kind: 'restore'; readonly of: Pick<EntryRow, 'id' | 'at'> }

/**
 * Live changes of one person within this time of each other are one entry, up to the longer time in all. What takes
 * something out begins another one, so that the structure before it is there to go back to.
 */
const quiet = 5 * 60_000
const longest = 30 * 60_000
/** Changes that are told one by one; the others are counted. */
const mostTold = 50

/**
 * Keeps the structure that a change led to, so that the site can go back to it; nothing where it is as it was. Call
 * it while the site is held. The first change keeps what was there before as well.
 */
export async function keepHistory(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'newId' | 'caller'>,
  before: Structure,
  after: Structure,
  how: How,
): Promise<void> {
  if (isSameShape(before, after)) return
  const site = { organizationId: after.site.organizationId, siteId: after.site.id }
  const latest = (await latestEntry(tx, site)) ?? (await begin(tx, ctx, site, before))
  const at = new Date(Math.max(ctx.now().getTime(), latest.at.getTime() + 1))
  const changes = changesBetween(before, after)
  const held = { at, fingerprint: fingerprintOf(after), snapshot: packed(after) }
  const isLoss = changes.some(({ kind }) => kind === 'removed')
  if (!isLoss && goesOn(latest, ctx, how, at)) return grow(tx, site, latest, changes, held)
  await insertEntry(tx, site, {
    ...held,
    id: ctx.newId(),
    kind: how.kind,
    byUser: how.kind === 'trash' ? null : ctx.caller.userId,
    begunAt: at,
    changes: changes.slice(0, mostTold),
    changeCount: changes.length,
    restoredId: how.kind === 'restore' ? how.of.id : null,
    restoredAt: how.kind === 'restore' ? how.of.at : null,
  })
  await pruneEntries(tx, site, maxHistoryEntries)
}

/** The structure as it was when its history began. */
async function begin(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'newId'>,
  site: SiteRef,
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
    snapshot: packed(before),
  }
  await insertEntry(tx, site, entry)
  return entry
}

const goesOn = (latest: EntryRow, { caller }: Pick<Context, 'caller'>, how: How, at: Date): boolean =>
  how.kind === 'edit' &&
  latest.kind === 'edit' &&
  latest.byUser === caller.userId &&
  at.getTime() - latest.at.getTime() < quiet &&
  at.getTime() - latest.begunAt.getTime() < longest

async function grow(
  tx: Tx,
  site: SiteRef,
  { id, changes, changeCount }: EntryRow,
  added: readonly StructureChange[],
  held: Pick<NewEntry, 'at' | 'fingerprint' | 'snapshot'>,
): Promise<void> {
  await growEntry(tx, site, {
    ...held,
    id,
    changes: [...changes, ...added].slice(0, mostTold),
    changeCount: changeCount + added.length,
  })
}
