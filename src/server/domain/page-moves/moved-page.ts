import { viewerOf } from '../../auth/viewer.ts'
import { contentOf } from '../../content/read.ts'
import {
  addressKey,
  type PageAddress,
  relocatedFrom,
  relocationsOf,
  relocationsTo,
} from '../../content/relocations.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../errors.ts'
import { spacesByIds } from '../spaces/queries.ts'

/** The error for a page that a space does not have. It says where the page is if the caller can see it there. */
export async function missingPage(ctx: Context, at: SpaceRef, pageId: string): Promise<DomainError> {
  const address = { spaceId: at.spaceId, pageId }
  const relocated = await relocationsOf(ctx.db, at.organizationId, [address])
  return missing(ctx, at, pageId, relocated.get(addressKey(address)))
}

/** The same for a path. */
export const missingPath = async (ctx: Context, at: SpaceRef, path: string): Promise<DomainError> =>
  missing(ctx, at, path, await relocatedFrom(ctx.db, at, path))

async function missing(ctx: Context, at: SpaceRef, named: string, to: PageAddress | undefined) {
  const isVisible = to !== undefined && ctx.caller.reader === undefined && (await isThere(ctx, at, to))
  if (!isVisible) return notFound('page', named)
  return new DomainError('not_found', `The page ${named} is in another space`, {
    movedTo: { space: to.spaceId, page: to.pageId },
  })
}

/** Whether the caller can see the space, and the page still exists there. */
async function isThere(ctx: Context, at: SpaceRef, { spaceId, pageId }: PageAddress): Promise<boolean> {
  if ((await spacesByIds(ctx.db, viewerOf(ctx), [spaceId])).length === 0) return false
  return (await contentOf(ctx.db, { ...at, spaceId })).tree.page(pageId) !== undefined
}

/** The space that a page was in before, unless the caller cannot see it. */
export async function formerSpaceOf(ctx: Context, at: SpaceRef, pageId: string) {
  const [latest] = await relocationsTo(ctx.db, at, [pageId])
  if (latest === undefined) return undefined
  const [space] = await spacesByIds(ctx.db, viewerOf(ctx), [latest.spaceId])
  if (space === undefined) return undefined
  const { id, title, emoji } = space
  return {
    space: { id, title, ...(emoji === null ? {} : { emoji }) },
    page: latest.pageId,
    at: latest.movedAt.toISOString(),
  }
}
