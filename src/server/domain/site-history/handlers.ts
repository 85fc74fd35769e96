import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, preconditionFailed } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { siteAuditEvent } from '../sites/audit-events.ts'
import { replaceStructure } from '../sites/change-structure.ts'
import { compareStructures } from '../sites/compare-structures.ts'
import { historyEntry, historyPage } from '../sites/history-queries.ts'
import { lockSpaces, spaceIdsOnSite } from '../sites/shown-space-queries.ts'
import { decompressSnapshot } from '../sites/snapshot.ts'
import { differencesBetween } from '../sites/structure/differences.ts'
import { fingerprintOf, isSameShape } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { lockSite, structureOf } from '../sites/structure-queries.ts'
import { presentEntries, presentLatestEntry } from './present.ts'
import { restoreRemoved } from './restore-removed.ts'
import { restoredStructure } from './restore-rules.ts'
import { spaceAvailability } from './space-availability.ts'

export const siteHistoryHandlers = handle(api.siteHistory, {
  async list(ctx, { params, query }) {
    const page = await historyPage(ctx.db, params, query)
    const entries = await presentEntries(ctx.db, ctx, params, page.rows)
    const byId = new Map(page.rows.map((row, index) => [row.id, entries[index]]))
    return listResponse(page, ({ id }) => byId.get(id) ?? missing(id))
  },

  async get(ctx, { params }) {
    const row = await historyEntry(ctx.db, params, params.historyEntryId)
    const [entry] = await presentEntries(ctx.db, ctx, params, [row])
    const live = await structureOf(ctx.db, params.organizationId, params.siteId)
    const snapshot = decompressSnapshot(row.snapshot)
    const restored = restoredStructure(live, snapshot, await spaceAvailability(ctx.db, ctx, live, snapshot))
    return {
      ...(entry ?? missing(row.id)),
      ...(await compareStructures(ctx.db, ctx, live, restored.structure)),
      missing: [...restored.missing],
      changes: differencesBetween(live, restored.structure),
      live: { fingerprint: fingerprintOf(live) },
      restorable: isRestorable(live, restored.structure),
    }
  },

  async restore(ctx, { params, body }) {
    return ctx.write((tx) => restore(tx, ctx, params, body))
  },

  async restoreItems(ctx, { params, body: { items } }) {
    return ctx.write((tx) => restoreRemoved(tx, ctx, params, new Set(items)))
  },
})

type RestoreOptions = { readonly redirect?: boolean | undefined; readonly live?: string | undefined }

async function restore(
  tx: Tx,
  ctx: Context,
  site: SiteParams & { readonly historyEntryId: string },
  { redirect = true, live }: RestoreOptions,
) {
  const { organizationId, siteId, historyEntryId } = site
  const entry = await historyEntry(tx, site, historyEntryId)
  const snapshot = decompressSnapshot(entry.snapshot)
  const spaceIds = snapshot.siteSpaces.map(({ spaceId }) => spaceId)
  await lockSpaces(tx, organizationId, [...(await spaceIdsOnSite(tx, organizationId, siteId)), ...spaceIds])
  const before = await lockSite(tx, organizationId, siteId)
  if (live !== undefined && live !== fingerprintOf(before)) throw preconditionFailed(before.site.version)
  const { structure } = restoredStructure(
    before,
    snapshot,
    await spaceAvailability(tx, ctx, before, snapshot),
  )
  if (structure.siteSpaces.length === 0 && before.siteSpaces.length > 0) {
    throw new DomainError('invalid_state', 'None of its spaces can be restored')
  }
  if (isSameShape(before, structure))
    throw new DomainError('no_change', 'The site already has this structure')
  await replaceStructure(tx, ctx, before, structure, { kind: 'restore', of: entry, redirect })
  const after = { entry: entry.id, at: entry.at.toISOString(), redirect }
  await recordAuditEvents(tx, ctx, siteAuditEvent('structure-restore', before.site, { after }))
  return presentLatestEntry(tx, ctx, site)
}

const isRestorable = (live: Structure, restored: Structure): boolean =>
  !isSameShape(live, restored) && (restored.siteSpaces.length > 0 || live.siteSpaces.length === 0)

function missing(id: string): never {
  throw new Error(`The entry ${id} was not presented`)
}
