import type { Context } from '../../context.ts'
import { expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { placeGroup } from '../site-section-groups/queries.ts'
import { placeSection } from '../site-sections/queries.ts'
import { placeSiteSpace } from '../site-spaces/queries.ts'
import { type Item, type ItemKind, itemOf, type Place, parentIdOf, placeFor, type Wish } from './placement.ts'
import { holdSite, structureOf } from './queries.ts'
import { recorded, settleRecorded } from './recorded.ts'
import type { Structure } from './structure.ts'

type Moved = {
  readonly organizationId: string
  readonly siteId: string
  readonly kind: ItemKind
  readonly id: string
}

/** Moves one item of a site, writing its row alone; answers the structure afterwards. Honours `If-Match`. */
export async function moveItem(tx: Tx, ctx: Context, moved: Moved, wish: Wish): Promise<Structure> {
  const before = await holdSite(tx, moved.organizationId, moved.siteId)
  const item = itemOf(before, moved.kind, moved.id)
  expectVersion(ctx, item.version)
  const place = placeFor(before, item, wish)
  if (place.isSame) return before
  await write(tx, moved.organizationId, item, place, ctx.now())
  // Within its parent an item keeps its address, and no default loses what it points at.
  const stays = place.parentId === parentIdOf(item)
  if (!stays) return settleRecorded(tx, ctx, before)
  return recorded(tx, ctx, before, await structureOf(tx, moved.organizationId, moved.siteId))
}

function write(
  tx: Tx,
  organizationId: string,
  { kind, id }: Item,
  place: Place,
  now: Date,
): Promise<unknown> {
  if (kind === 'site-section-group') return placeGroup(tx, organizationId, id, place.orderKey, now)
  const to = { parentId: place.parentId, orderKey: place.orderKey }
  if (kind === 'site-section') return placeSection(tx, organizationId, id, to, now)
  return placeSiteSpace(tx, organizationId, id, to, now)
}
