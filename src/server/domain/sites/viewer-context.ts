import { isAtLeast } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { presentSpace } from '../spaces/present.ts'
import { type SpaceRow, spacesByIds } from '../spaces/queries.ts'
import { siteAddress } from './present.ts'
import { withShareKey } from './share-key.ts'
import { type Address, addressesOf } from './structure/addresses.ts'
import type { Structure } from './structure/structure.ts'

/** A site's structure as one caller sees it: all that presenting a part of it needs. */
export type ViewerContext = {
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
  /** The spaces the caller may know of, by id. */
  readonly spaces: ReadonlyMap<string, Space>
  /** Address of a part in the interface: `location('sections', id)`. */
  readonly location: (kind: string, id: string) => string
  /** Where an address of the site is on the web; undefined while the site is not published. */
  readonly publishedUrl: (address: Address) => string | undefined
}

/**
 * Reads what a caller may see of a structure: an editor of the site knows all its spaces, others their own. Published
 * addresses carry the key of a share link where one is given.
 */
export async function viewerContextOf(
  db: Db,
  ctx: Context,
  structure: Structure,
  shareKey?: string | undefined,
): Promise<ViewerContext> {
  const { site } = structure
  const rows = await visibleSpaces(db, ctx, [...new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))])
  const shown = rows.map((row) => presentSpace(row, ctx.urls, ctx.access.organizationRole))
  return {
    structure,
    addresses: addressesOf(structure),
    spaces: new Map(shown.map((space) => [space.id, space])),
    location: (kind, id) => ctx.urls.location('orgs', site.organizationId, 'sites', site.id, kind, id),
    publishedUrl: (address) => {
      if (!site.published) return undefined
      const there = siteAddress(site, ctx.urls) + (address && `${address}/`)
      return shareKey === undefined ? there : withShareKey(there, shareKey)
    },
  }
}

async function visibleSpaces(db: Db, ctx: Context, ids: readonly string[]): Promise<readonly SpaceRow[]> {
  // Whoever reads a published site sees what it shows, for that is what they came by.
  if (ctx.caller.reader !== undefined) return spacesWithoutAccess(db, ctx, ids)
  const seen = await spacesByIds(db, viewerOf(ctx), ids)
  if (seen.length === ids.length || !isAtLeast(ctx.access.role, 'edit')) return seen
  const known = new Set(seen.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  return [...seen, ...(await spacesWithoutAccess(db, ctx, others))]
}

/** Spaces that the caller has no role in: read as an admin would, answered as to somebody who may do nothing. */
async function spacesWithoutAccess(db: Db, ctx: Context, ids: readonly string[]): Promise<SpaceRow[]> {
  const viewer = viewerOf(ctx)
  const rows = await spacesByIds(db, { ...viewer, membership: { role: 'admin', disabled: false } }, ids)
  return rows.map((row) => ({
    ...row,
    role: null,
    level: row.levelFrom.type === 'organization' ? viewer.membership.role : row.level,
  }))
}
