import { viewerOf } from '../../auth/viewer.ts'
import { contentOf } from '../../content/read.ts'
import { addressKey, relocationsOf, relocationsTo } from '../../content/relocations.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../errors.ts'
import { spacesByIds } from '../spaces/queries.ts'

/** The error for a page that a space does not have. It says where the page is if the caller can see it there. */
export async function missingPage(ctx: Context, at: SpaceRef, pageId: string): Promise<DomainError> {
  const missing = notFound('page', pageId)
  if (ctx.caller.reader !== undefined) return missing
  const address = { spaceId: at.spaceId, pageId }
  const to = (await relocationsOf(ctx.db, at.organizationId, [address])).get(addressKey(address))
  if (to === undefined || (await spacesByIds(ctx.db, viewerOf(ctx), [to.spaceId])).length === 0)
    return missing
  const { tree } = await contentOf(ctx.db, { ...at, spaceId: to.spaceId })
  if (tree.page(to.pageId) === undefined) return missing
  return new DomainError('not_found', `The page ${pageId} is in another space`, {
    movedTo: { space: to.spaceId, page: to.pageId },
  })
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
