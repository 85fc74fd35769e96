import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { How } from '../site-history/keeping.ts'
import { holdJoining } from '../site-spaces/joining.ts'
import { holdSpaces, spaceIdsOf } from '../site-spaces/queries.ts'
import { type Arrangement, arranged, itemIn } from './arranging/arranged.ts'
import type { Joining, Made } from './arranging/sections.ts'
import { itemWith } from './placement.ts'
import { holdSite } from './queries.ts'
import { recorded } from './recorded.ts'
import type { Structure } from './structure.ts'
import { writeStructure } from './writing-queries.ts'

export type SiteRef = { readonly organizationId: string; readonly siteId: string }

/** What an act did: the structure afterwards, and the id of the item it is about. */
export type Done = { readonly structure: Structure; readonly id: string }

/** Does one act on a site, under the lock that all of them take. Honours `If-Match` about the item. */
export async function arrange(tx: Tx, ctx: Context, site: SiteRef, act: Arrangement): Promise<Done> {
  const joining = await holdFor(tx, ctx, site, act)
  const before = await holdSite(tx, site.organizationId, site.siteId)
  const made = newIds(ctx)
  const id = itemIn(act, made)
  const item = id === null ? undefined : itemWith(before, id)
  if (item !== undefined) expectVersion(ctx, item.version)
  const space = (wanted: string) => joining.find((one) => one.id === wanted) ?? never(wanted)
  const after = arranged(before, act, { made, space })
  return { structure: await replaced(tx, ctx, before, after), id: id ?? '' }
}

/** Writes a structure in place of the one the site is held with, and what it changed into the log. */
export async function replaced(
  tx: Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
  { redirect = true, ...how }: How & { readonly redirect?: boolean } = { kind: 'edit' },
): Promise<Structure> {
  if (after === before) return before
  await writeStructure(tx, before, after, { now: ctx.now(), redirect })
  return recorded(tx, ctx, before, after, how)
}

/** Ids for whatever one act may make. */
export const newIds = ({ newId }: Pick<Context, 'newId'>): Made => ({
  item: newId(),
  siteSpace: newId(),
  first: newId(),
})

/** Whoever changes which spaces a site shows holds them before the site. */
async function holdFor(tx: Tx, ctx: Context, site: SiteRef, act: Arrangement): Promise<readonly Joining[]> {
  if (act.type === 'add-section' || act.type === 'add-space') return holdJoining(tx, ctx, [act.spaceId])
  if (act.type === 'delete-section' || act.type === 'remove-space') {
    await holdSpaces(tx, site.organizationId, await spaceIdsOf(tx, site.organizationId, site.siteId))
  }
  return []
}

function never(id: string): never {
  throw new Error(`The space ${id} was not held`)
}
