import { api } from '#contract/api.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listAnswer } from '../../db/page.ts'
import { DomainError, stale } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { record } from '../audit-events/record.ts'
import { holdSpaces, spaceIdsOf } from '../site-spaces/queries.ts'
import { siteAct } from '../site-structure/acts.ts'
import { replaced } from '../site-structure/arranging.ts'
import { changesBetween } from '../site-structure/changes.ts'
import { compared } from '../site-structure/comparing.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { fingerprintOf, isSameShape } from '../site-structure/shape.ts'
import type { Structure } from '../site-structure/structure.ts'
import { bringBack } from './bring-back.ts'
import { mayShowIn } from './may-show.ts'
import { latestPresented, presentEntries } from './present.ts'
import { entryWith, historyPage, type SiteRef } from './queries.ts'
import { restored } from './restoring.ts'
import { unpacked } from './snapshot.ts'

export const siteHistoryHandlers = handle(api.siteHistory, {
  async list(ctx, { params, query }) {
    const page = await historyPage(ctx.db, params, query)
    const entries = await presentEntries(ctx.db, ctx, params, page.rows)
    const shown = new Map(page.rows.map((row, place) => [row.id, entries[place]]))
    return listAnswer(page, ({ id }) => shown.get(id) ?? missing(id))
  },

  async get(ctx, { params }) {
    const row = await entryWith(ctx.db, params, params.historyEntryId)
    const [entry] = await presentEntries(ctx.db, ctx, params, [row])
    const live = await structureOf(ctx.db, params.organizationId, params.siteId)
    const snapshot = unpacked(row.snapshot)
    const back = restored(live, snapshot, await mayShowIn(ctx.db, ctx, live, snapshot))
    return {
      ...(entry ?? missing(row.id)),
      ...(await compared(ctx.db, ctx, live, back.structure)),
      missing: [...back.missing],
      restoring: changesBetween(live, back.structure),
      live: { fingerprint: fingerprintOf(live) },
      restorable: isRestorable(live, back.structure),
    }
  },

  async restore(ctx, { params, body }) {
    return ctx.write((tx) => restore(tx, ctx, params, body))
  },

  async bringBack(ctx, { params, body: { items } }) {
    return ctx.write((tx) => bringBack(tx, ctx, params, new Set(items)))
  },
})

type Wish = { readonly redirect?: boolean | undefined; readonly live?: string | undefined }

async function restore(
  tx: Tx,
  ctx: Context,
  site: SiteRef & { readonly historyEntryId: string },
  { redirect = true, live }: Wish,
) {
  const { organizationId, siteId, historyEntryId } = site
  const entry = await entryWith(tx, site, historyEntryId)
  const snapshot = unpacked(entry.snapshot)
  const wanted = snapshot.siteSpaces.map(({ spaceId }) => spaceId)
  await holdSpaces(tx, organizationId, [...(await spaceIdsOf(tx, organizationId, siteId)), ...wanted])
  const before = await holdSite(tx, organizationId, siteId)
  if (live !== undefined && live !== fingerprintOf(before)) throw stale(before.site.version)
  const { structure } = restored(before, snapshot, await mayShowIn(tx, ctx, before, snapshot))
  if (structure.siteSpaces.length === 0 && before.siteSpaces.length > 0) {
    throw new DomainError('invalid_state', 'None of the spaces that it had can come back')
  }
  if (isSameShape(before, structure)) throw new DomainError('no_change', 'The site is like this already')
  await replaced(tx, ctx, before, structure, { kind: 'restore', of: entry, redirect })
  const after = { entry: entry.id, at: entry.at.toISOString(), redirect }
  await record(tx, ctx, siteAct('structure-restore', before.site, { after }))
  return latestPresented(tx, ctx, site)
}

const isRestorable = (live: Structure, back: Structure): boolean =>
  !isSameShape(live, back) && (back.siteSpaces.length > 0 || live.siteSpaces.length === 0)

function missing(id: string): never {
  throw new Error(`The entry ${id} was not presented`)
}
