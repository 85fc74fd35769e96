import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { spacesLinkedFrom } from './across-queries.ts'
import type { UnstoredLink } from './field-links.ts'

/** The spaces that some spaces link to and that the caller can see: whether their pages exist is no secret to them. */
export async function checkedSpaces(
  ctx: Context,
  organizationId: string,
  spaceIds: readonly string[],
  links: readonly UnstoredLink[] = [],
): Promise<readonly string[]> {
  if (ctx.caller.reader !== undefined) return []
  const linked = await spacesLinkedFrom(ctx.db, { organizationId, spaceIds, base: ctx.urls.base, links })
  return (await spacesByIds(ctx.db, viewerOf(ctx), linked)).map(({ id }) => id)
}
