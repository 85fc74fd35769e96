import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { type Arrangement, arranged } from '../site-structure/arranging/arranged.ts'
import { type Done, newIds, replaced, type SiteRef } from '../site-structure/arranging.ts'
import { itemOf } from '../site-structure/placement.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { copySpace } from '../spaces/copying.ts'
import { holdJoining } from './joining.ts'

/**
 * Copies a space of a site and shows the copy after it, to whom the space is shown.
 *
 * @throws {DomainError} `forbidden` for who may not show the space on a site, or not make spaces where it stands.
 */
export async function duplicateBeside(tx: Tx, ctx: Context, site: SiteRef, id: string): Promise<Done> {
  const seen = itemOf(await structureOf(tx, site.organizationId, site.siteId), 'site-space', id)
  await holdJoining(tx, ctx, [seen.spaceId])
  const copy = await copySpace(tx, ctx, seen.spaceId)
  const [space] = await holdJoining(tx, ctx, [copy])
  if (space === undefined) throw notFound('space', copy)
  const before = await holdSite(tx, site.organizationId, site.siteId)
  // It may have been moved while its copy was made.
  const { sectionId, condition } = itemOf(before, 'site-space', id)
  const made = newIds(ctx)
  const acts: readonly Arrangement[] = [
    { type: 'add-space', spaceId: copy, ...(sectionId === null ? {} : { sectionId }) },
    { type: 'change-space', id: made.item, condition },
    {
      type: 'move',
      item: { type: 'site-space', id: made.item },
      position: { after: { type: 'site-space', id } },
      stays: true,
    },
  ]
  const after = acts.reduce((now, act) => arranged(now, act, { made, space: () => space }), before)
  return { structure: await replaced(tx, ctx, before, after), id: made.item }
}
