import type { SiteParams } from '#contract/shared/paths.ts'
import type { MissingItem } from '#contract/site-history.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { replaceStructure } from '../sites/change-structure.ts'
import { snapshotsOf } from '../sites/history-queries.ts'
import { lockSpaces, spaceIdsOnSite } from '../sites/shown-space-queries.ts'
import { decompressSnapshot, type Snapshot } from '../sites/snapshot.ts'
import { isSameShape } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { presentLatestEntry } from './present.ts'
import { withRestored } from './restore-removed-rules.ts'
import { spaceAvailability } from './space-availability.ts'

/** Restores removed items under the same locks as restoring an entry. Existing items don't change. */
export async function restoreRemoved(tx: Tx, ctx: Context, site: SiteParams, ids: ReadonlySet<string>) {
  const { organizationId, siteId } = site
  const snapshot = await snapshotWith(tx, site, ids)
  const spaceIds = snapshot.siteSpaces.map(({ spaceId }) => spaceId)
  await lockSpaces(tx, organizationId, [...(await spaceIdsOnSite(tx, organizationId, siteId)), ...spaceIds])
  const now = await lockSite(tx, organizationId, siteId)
  const availability = await spaceAvailability(tx, ctx, now, snapshot)
  const { structure, missing } = withRestored(now, structureThen(now, snapshot), ids, availability)
  const [first] = missing
  if (isSameShape(now, structure)) {
    if (first === undefined) throw new DomainError('no_change', 'They are already on the site')
    throw new DomainError(
      'invalid_state',
      `“${first.title}” can’t be restored: ${REASON_MESSAGES[first.reason]}`,
      {
        missing,
      },
    )
  }
  await replaceStructure(tx, ctx, now, structure)
  return { entry: await presentLatestEntry(tx, ctx, site), missing: [...missing] }
}

const REASON_MESSAGES: Readonly<Record<MissingItem['reason'], string>> = {
  deleted: 'its space is in the trash or was deleted',
  forbidden: 'you don’t have permission to publish its space',
  empty: 'none of its spaces can be restored',
  taken: 'its path or space is now used elsewhere on the site',
  place: 'its parent was deleted',
}

/** @throws {DomainError} `not_found` when no structure in the history has all of them. */
async function snapshotWith(tx: Tx, site: SiteParams, ids: ReadonlySet<string>): Promise<Snapshot> {
  for await (const stored of snapshotsOf(tx, site)) {
    const snapshot = decompressSnapshot(stored)
    const had = new Set(
      [...snapshot.groups, ...snapshot.sections, ...snapshot.siteSpaces].map(({ id }) => id),
    )
    if ([...ids].every((id) => had.has(id))) return snapshot
  }
  throw new DomainError('not_found', 'No structure in the history contains all of these')
}

function structureThen(
  now: Structure,
  { defaultSectionId, defaultSiteSpaceId, ...parts }: Snapshot,
): Structure {
  return { site: { ...now.site, defaultSectionId, defaultSiteSpaceId }, ...parts }
}
