import { type Context, expectVersion } from '#server/context.ts'
import type { Tx } from '#server/db/client.ts'
import { record } from '../audit-events/record.ts'
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

export type SiteRef = { readonly organizationId: string; readonly siteId: string }

/** What an act did: the structure afterwards, and the id of the item it is about. */
export type ChangeResult = { readonly structure: Structure; readonly id: string }

/** Does one act on a site, under the lock that all of them take. Honours `If-Match` about the item. */
export async function changeStructure(
  tx: Tx,
  ctx: Context,
  site: SiteRef,
  act: StructureCommand,
): Promise<ChangeResult> {
  const joining = await lockSpacesFor(tx, ctx, site, act)
  const before = await lockSite(tx, site.organizationId, site.siteId)
  const made = newIds(ctx)
  const id = changedItemId(act, made)
  const item = id === null ? undefined : itemById(before, id)
  if (item !== undefined) expectVersion(ctx, item.version)
  const space = (wanted: string) => joining.find((one) => one.id === wanted) ?? throwNotLocked(wanted)
  const after = applyChange(before, act, { made, space })
  return { structure: await replaceStructure(tx, ctx, before, after), id: id ?? '' }
}

/** Writes a structure in place of the one the site is held with, and what it changed into the log. */
export async function replaceStructure(
  tx: Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
  { redirect = true, ...how }: HistorySource & { readonly redirect?: boolean } = { kind: 'edit' },
): Promise<Structure> {
  if (after === before) return before
  await writeStructure(tx, before, after, { now: ctx.now(), redirect })
  return recordSiteChanges(tx, ctx, before, after, how)
}

/** Ids for whatever one act may make. */
export const newIds = ({ newId }: Pick<Context, 'newId'>): NewIds => ({
  item: newId(),
  siteSpace: newId(),
  first: newId(),
})

/** Whoever changes which spaces a site shows holds them before the site. */
async function lockSpacesFor(
  tx: Tx,
  ctx: Context,
  site: SiteRef,
  act: StructureCommand,
): Promise<readonly ShowableSpace[]> {
  if (act.type === 'add-section' || act.type === 'add-space')
    return lockShowableSpaces(tx, ctx, [act.spaceId])
  if (act.type === 'delete-section' || act.type === 'remove-space') {
    await lockSpaces(tx, site.organizationId, await spaceIdsOnSite(tx, site.organizationId, site.siteId))
  }
  return []
}

function throwNotLocked(id: string): never {
  throw new Error(`The space ${id} was not held`)
}

/** Writes down what happened to a site between two states of it, and keeps the later one in its history; answers that. */
export async function recordSiteChanges(
  tx: Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
  how: HistorySource = { kind: 'edit' },
): Promise<Structure> {
  await record(tx, ctx, ...auditEventsBetween(before, after))
  await recordHistory(tx, ctx, before, after, how)
  return after
}
