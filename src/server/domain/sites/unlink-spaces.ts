import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { replaceStructure } from './change-structure.ts'
import { lockSitesShowing } from './shown-space-queries.ts'
import { withValidDefaults } from './structure/defaults.ts'
import { withoutSpaces } from './structure/site-space-rules.ts'
import { structureOf } from './structure-queries.ts'
import { syncSpaceVisibility } from './write-structure-queries.ts'

/**
 * Takes spaces that go to the trash out of every site. A default that pointed there moves on to the next one in
 * order; a section left without a space goes as well; a site left without one is unpublished.
 *
 * Call it after the spaces' own rows are held or changed: whoever adds a space to a site holds the space first, too.
 */
export async function unlinkSpaces(tx: Tx, ctx: Context, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length === 0) return
  const { organizationId } = ctx.access
  const gone = new Set(spaceIds)
  for (const siteId of await lockSitesShowing(tx, organizationId, spaceIds)) {
    const before = await structureOf(tx, organizationId, siteId)
    await replaceStructure(tx, ctx, before, withValidDefaults(before, withoutSpaces(before, gone)), {
      kind: 'trash',
    })
  }
  await syncSpaceVisibility(tx, organizationId, spaceIds)
}
