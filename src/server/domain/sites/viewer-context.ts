import { isAtLeast } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { presentSpace, presentSpaceForVisitor } from '../spaces/present.ts'
import { type SpaceRow, spacesByIds } from '../spaces/queries.ts'
import { siteAddress } from './present.ts'
import { withShareKey } from './share-key.ts'
import { type Address, addressesOf, encodedAddress } from './structure/addresses.ts'
import type { Structure } from './structure/structure.ts'

/** Everything about the caller and the site that presenting an item needs. */
export type ViewerContext = {
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
  /** The spaces that the caller may see, by id. */
  readonly spaces: ReadonlyMap<string, Space>
  /** API URL of an item: `location('sections', id)`. */
  readonly location: (kind: string, id: string) => string
  /** Public URL of an address; undefined while the site is not published. */
  readonly publishedUrl: (address: Address) => string | undefined
}

/**
 * Reads what a caller may see of a structure: editors of the site see all its spaces, others those that they may view.
 * With a share key, public URLs contain it.
 */
export async function viewerContextOf(
  db: Db,
  ctx: Context,
  structure: Structure,
  shareKey?: string | undefined,
): Promise<ViewerContext> {
  const { site } = structure
  const rows = await visibleSpaces(db, ctx, [...new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))])
  const isVisitor = ctx.caller.reader !== undefined
  const spaces = rows.map((row) =>
    isVisitor
      ? presentSpaceForVisitor(row, ctx.urls)
      : presentSpace(row, ctx.urls, ctx.access.organizationRole),
  )
  return {
    structure,
    addresses: addressesOf(structure),
    spaces: new Map(spaces.map((space) => [space.id, space])),
    location: (kind, id) => ctx.urls.location('orgs', site.organizationId, 'sites', site.id, kind, id),
    publishedUrl: (address) => {
      if (!site.published) return undefined
      const url = siteAddress(site, ctx.urls) + encodedAddress(address)
      return shareKey === undefined ? url : withShareKey(url, shareKey)
    },
  }
}

async function visibleSpaces(db: Db, ctx: Context, ids: readonly string[]): Promise<readonly SpaceRow[]> {
  // Visitors of a published site see all its spaces.
  if (ctx.caller.reader !== undefined) return spacesWithoutAccess(db, ctx, ids)
  const visible = await spacesByIds(db, viewerOf(ctx), ids)
  if (visible.length === ids.length || !isAtLeast(ctx.access.role, 'edit')) return visible
  const visibleIds = new Set(visible.map(({ id }) => id))
  const others = ids.filter((id) => !visibleIds.has(id))
  return [...visible, ...(await spacesWithoutAccess(db, ctx, others))]
}

/** Spaces without a role for the caller: read as an admin, presented without any permission. */
async function spacesWithoutAccess(db: Db, ctx: Context, ids: readonly string[]): Promise<SpaceRow[]> {
  const viewer = viewerOf(ctx)
  const rows = await spacesByIds(db, { ...viewer, membership: { role: 'admin', disabled: false } }, ids)
  return rows.map((row) => ({
    ...row,
    role: null,
    level: row.levelFrom.type === 'organization' ? viewer.membership.role : row.level,
  }))
}
