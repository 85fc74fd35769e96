import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { replaceStructure } from './change-structure.ts'
import { lockSitesShowing } from './shown-space-queries.ts'
import { withValidDefaults } from './structure/defaults.ts'
import { withoutSpaces } from './structure/site-space-rules.ts'
import { structureOf } from './structure-queries.ts'
import { syncSpaceVisibility } from './write-structure-queries.ts'

/**
 * Removes deleted spaces from all sites. The next item becomes the default, a section without spaces is removed, and a
 * site without spaces is unpublished.
 *
 * Call it after locking the spaces, since adding a space to a site also locks the space first.
 */
export async function unlinkSpaces(tx: Tx, ctx: Context, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length === 0) return
  const { organizationId } = ctx.access
  const removed = new Set(spaceIds)
  for (const siteId of await lockSitesShowing(tx, organizationId, spaceIds)) {
    const before = await structureOf(tx, organizationId, siteId)
    await replaceStructure(tx, ctx, before, withValidDefaults(before, withoutSpaces(before, removed)), {
      kind: 'trash',
    })
  }
  await syncSpaceVisibility(tx, organizationId, spaceIds)
}
