import type { SiteParams } from '#contract/shared/paths.ts'
import { type Context, expectVersion, type WriteContext } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { auditEventsBetween } from './audit-events.ts'
import { type HistorySource, recordHistory } from './history.ts'
import { lockShowableSpaces } from './showable-spaces.ts'
import { lockSpaces, spaceIdsOnSite } from './shown-space-queries.ts'
import { itemById } from './structure/positions.ts'
import { applyChange, changedItemId, type StructureCommand } from './structure/reducer.ts'
import type { NewIds, ShowableSpace } from './structure/section-rules.ts'
import type { Structure } from './structure/structure.ts'
import { lockSite } from './structure-queries.ts'
import { writeStructure } from './write-structure-queries.ts'

/** The structure after a change, and the id of the item that changed (empty for the site itself). */
export type ChangeResult = { readonly structure: Structure; readonly id: string }

/** Applies one change to a site under the lock of the site's row. `If-Match` is about the item that changes. */
export async function changeStructure(
  tx: Tx,
  ctx: Context,
  site: SiteParams,
  change: StructureCommand,
): Promise<ChangeResult> {
  const spaces = await lockSpacesFor(tx, ctx, site, change)
  const before = await lockSite(tx, site.organizationId, site.siteId)
  const ids = newIds(ctx)
  const id = changedItemId(change, ids)
  const item = id === null ? undefined : itemById(before, id)
  if (item !== undefined) expectVersion(ctx, item.version)
  const space = (spaceId: string) => spaces.find((one) => one.id === spaceId) ?? throwNotLocked(spaceId)
  const after = applyChange(before, change, { ids, space })
  return { structure: await replaceStructure(tx, ctx, before, after), id: id ?? '' }
}

/** Writes a new structure of a locked site and records the change in the audit log and the history. */
export async function replaceStructure(
  tx: Tx,
  ctx: WriteContext,
  before: Structure,
  after: Structure,
  { redirect = true, ...source }: HistorySource & { readonly redirect?: boolean } = { kind: 'edit' },
): Promise<Structure> {
  if (after === before) return before
  await writeStructure(tx, before, after, { now: ctx.now(), redirect })
  return recordSiteChanges(tx, ctx, before, after, source)
}

/** Ids for the rows that one change may add. */
export const newIds = ({ newId }: Pick<Context, 'newId'>): NewIds => ({
  item: newId(),
  siteSpace: newId(),
  first: newId(),
})

/**
 * Spaces are locked before the site, as deleting a space does, so that two transactions wait for each other instead of
 * deadlocking.
 */
async function lockSpacesFor(
  tx: Tx,
  ctx: Context,
  site: SiteParams,
  change: StructureCommand,
): Promise<readonly ShowableSpace[]> {
  if (change.type === 'add-section' || change.type === 'add-space')
    return lockShowableSpaces(tx, ctx, [change.spaceId])
  if (change.type === 'delete-section' || change.type === 'remove-space') {
    await lockSpaces(tx, site.organizationId, await spaceIdsOnSite(tx, site.organizationId, site.siteId))
  }
  return []
}

function throwNotLocked(id: string): never {
  throw new Error(`The space ${id} was not locked`)
}

/** Records the audit events between two states of a site and adds the later one to its history. */
export async function recordSiteChanges(
  tx: Tx,
  ctx: WriteContext,
  before: Structure,
  after: Structure,
  source: HistorySource = { kind: 'edit' },
): Promise<Structure> {
  await recordAuditEvents(tx, ctx, ...auditEventsBetween(before, after))
  await recordHistory(tx, ctx, before, after, source)
  return after
}
