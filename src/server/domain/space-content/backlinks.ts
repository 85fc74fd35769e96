import type { Location } from '#contract/content-links.ts'
import type { Paging } from '#contract/shared/paging.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { addressesOf } from '../space-links/across-queries.ts'
import { type Locations, locationsIn } from '../space-links/locations.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { type LinkingPage, linkingPagesOf, spacesLinkingTo } from './backlink-queries.ts'

type LinkedPage = {
  readonly pageId: string
  /** Pages of the space that link to it from a field. */
  readonly byFields: readonly string[]
}

/** One page of the pages that link to a page: those of its space, then those of other spaces that the caller can see. */
export async function backlinksOf(
  ctx: Context,
  at: SpaceRef,
  { pageId, byFields }: LinkedPage,
  paging: Paging,
) {
  const linked = { addresses: await addressesOf(ctx.db, at, [pageId]), base: ctx.urls.base }
  // Visitors of a site are no viewers of spaces.
  const others = ctx.caller.reader === undefined ? await spacesLinkingTo(ctx.db, at, linked) : []
  const spaces = (await spacesByIds(ctx.db, viewerOf(ctx), others)).map(({ id }) => id)
  const target = { pageId, byFields, spaces, ...linked }
  const { rows, next, count } = await linkingPagesOf(ctx.db, at, target, paging)
  return { ...(next ? { next } : {}), count, items: await locationsOf(ctx, rows) }
}

async function locationsOf(ctx: Context, rows: readonly LinkingPage[]): Promise<Location[]> {
  const bySpace = new Map<string, Locations>()
  for (const space of new Set(rows.map((row) => row.space))) bySpace.set(space, await locationsIn(ctx, space))
  return rows.flatMap(({ space, page }) => bySpace.get(space)?.page(page) ?? [])
}
