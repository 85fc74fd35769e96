import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { holdSitesOf } from '../site-spaces/queries.ts'
import { settled } from './arranging/defaults.ts'
import { withoutSpaces } from './arranging/spaces.ts'
import { replaced } from './arranging.ts'
import { structureOf } from './queries.ts'
import { mirrorVisibility } from './writing-queries.ts'

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
  for (const siteId of await holdSitesOf(tx, organizationId, spaceIds)) {
    const before = await structureOf(tx, organizationId, siteId)
    await replaced(tx, ctx, before, settled(before, withoutSpaces(before, gone)), { kind: 'trash' })
  }
  await mirrorVisibility(tx, organizationId, spaceIds)
}
