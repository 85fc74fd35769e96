import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { deleteSection } from '../site-sections/queries.ts'
import { deleteSiteSpace, holdSitesOf } from '../site-spaces/queries.ts'
import { mirrorVisibility, structureOf } from './queries.ts'
import { settleRecorded } from './recorded.ts'
import { parentsOf, type Structure, siteSpacesIn } from './structure.ts'

/**
 * Takes spaces that go to the trash out of every site. A default that pointed there moves on to the next one in
 * order; a section left without a space goes as well; a site left without one is unpublished.
 *
 * Call it after the spaces' own rows are held or changed: whoever adds a space to a site holds the space first, too.
 */
export async function unlinkSpaces(tx: Tx, ctx: Context, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length === 0) return
  const { organizationId } = ctx.access
  for (const siteId of await holdSitesOf(tx, organizationId, spaceIds)) {
    const before = await structureOf(tx, organizationId, siteId)
    for (const parent of parentsOf(before)) await unlinkIn(tx, before, parent, spaceIds)
    await settleRecorded(tx, ctx, before)
  }
  await mirrorVisibility(tx, organizationId, spaceIds)
}

async function unlinkIn(tx: Tx, structure: Structure, parent: string | null, spaceIds: readonly string[]) {
  const { organizationId } = structure.site
  const there = siteSpacesIn(structure, parent)
  const gone = there.filter(({ spaceId }) => spaceIds.includes(spaceId))
  if (parent !== null && gone.length > 0 && gone.length === there.length) {
    await deleteSection(tx, organizationId, parent)
    return
  }
  for (const { id } of gone) await deleteSiteSpace(tx, organizationId, id)
}
