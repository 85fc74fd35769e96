import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { copySpace } from '../spaces/copy.ts'
import { type ChangeResult, newIds, replaceStructure, type SiteRef } from './change-structure.ts'
import { lockShowableSpaces } from './showable-spaces.ts'
import { itemOf } from './structure/positions.ts'
import { applyChange, type StructureCommand } from './structure/reducer.ts'
import { lockSite, structureOf } from './structure-queries.ts'

/**
 * Copies a space of a site and shows the copy after it, to whom the space is shown.
 *
 * @throws {DomainError} `forbidden` for who may not show the space on a site, or not make spaces where it stands.
 */
export async function duplicateSiteSpace(
  tx: Tx,
  ctx: Context,
  site: SiteRef,
  id: string,
): Promise<ChangeResult> {
  const seen = itemOf(await structureOf(tx, site.organizationId, site.siteId), 'site-space', id)
  await lockShowableSpaces(tx, ctx, [seen.spaceId])
  const copy = await copySpace(tx, ctx, seen.spaceId)
  const [space] = await lockShowableSpaces(tx, ctx, [copy])
  if (space === undefined) throw notFound('space', copy)
  const before = await lockSite(tx, site.organizationId, site.siteId)
  // It may have been moved while its copy was made.
  const { sectionId, condition } = itemOf(before, 'site-space', id)
  const made = newIds(ctx)
  const acts: readonly StructureCommand[] = [
    { type: 'add-space', spaceId: copy, ...(sectionId === null ? {} : { sectionId }) },
    { type: 'change-space', id: made.item, condition },
    {
      type: 'move',
      item: { type: 'site-space', id: made.item },
      position: { after: { type: 'site-space', id } },
      stays: true,
    },
  ]
  const after = acts.reduce((now, act) => applyChange(now, act, { made, space: () => space }), before)
  return { structure: await replaceStructure(tx, ctx, before, after), id: made.item }
}
