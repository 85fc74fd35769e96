import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { lockLibrary } from '../library-tree/queries.ts'
import { copySpace } from '../spaces/copy.ts'
import { type ChangeResult, newIds, replaceStructure } from './change-structure.ts'
import { lockShowableSpaces } from './showable-spaces.ts'
import { itemOf } from './structure/positions.ts'
import { applyChange } from './structure/reducer.ts'
import { changeSiteSpace } from './structure/site-space-rules.ts'
import { lockSite, structureOf } from './structure-queries.ts'

/**
 * Copies a space of a site and shows the copy after it, under the same condition.
 *
 * @throws {DomainError} `forbidden` if the caller may not show the space on a site or create spaces next to it.
 */
export async function duplicateSiteSpace(
  tx: Tx,
  ctx: Context,
  site: SiteParams,
  id: string,
): Promise<ChangeResult> {
  // Before the spaces, as in every change of the library.
  await lockLibrary(tx, site.organizationId)
  const original = itemOf(await structureOf(tx, site.organizationId, site.siteId), 'site-space', id)
  await lockShowableSpaces(tx, ctx, [original.spaceId])
  const copy = await copySpace(tx, ctx, original.spaceId)
  const [space] = await lockShowableSpaces(tx, ctx, [copy])
  if (space === undefined) throw notFound('space', copy)
  const before = await lockSite(tx, site.organizationId, site.siteId)
  // It may have moved while its space was copied, before the site was locked.
  const { sectionId, condition } = itemOf(before, 'site-space', id)
  const ids = newIds(ctx)
  const added = applyChange(
    before,
    {
      type: 'add-space',
      spaceId: copy,
      ...(sectionId === null ? {} : { sectionId }),
      position: { after: { type: 'site-space', siteSpace: id } },
    },
    { ids, space: () => space },
  )
  const after = changeSiteSpace(added, ids.item, { condition })
  return { structure: await replaceStructure(tx, ctx, before, after), id: ids.item }
}
