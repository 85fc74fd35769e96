import { isAtLeast } from '#contract/shared/permissions.ts'
import { type Viewer, viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound, roleTooWeak } from '../../errors.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { lockSpaces } from './shown-space-queries.ts'
import type { ShowableSpace } from './structure/section-rules.ts'

export type { ShowableSpace }

/**
 * The spaces that the viewer may show on a site, and the error for each of the others. Showing a space reveals its
 * content, so it requires the role that manages access to the space.
 */
export async function showableSpaces(
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShowableSpace | DomainError>> {
  const uniqueIds = [...new Set(ids)]
  const visible = uniqueIds.length === 0 ? [] : await spacesByIds(db, viewer, uniqueIds)
  return new Map(
    uniqueIds.map((id) => {
      const space = visible.find((one) => one.id === id)
      if (space === undefined) return [id, notFound('space', id)]
      return [id, isAtLeast(space.role, 'create') ? { id, title: space.title } : notShowable(space.title)]
    }),
  )
}

/**
 * Locks spaces that will be shown on a site, in the given order. Call it before locking the site.
 *
 * @throws {DomainError} `not_found` for a space that the caller may not see, `forbidden` without the role create in one.
 */
export async function lockShowableSpaces(
  tx: Tx,
  ctx: Context,
  ids: readonly string[],
): Promise<readonly ShowableSpace[]> {
  const results = await showableSpaces(tx, viewerOf(ctx), ids)
  for (const one of results.values()) if (one instanceof DomainError) throw one
  const locked = await lockSpaces(tx, ctx.access.organizationId, [...results.keys()])
  return [...results.keys()].map((id) => {
    const space = locked.find((one) => one.id === id)
    if (space === undefined) throw notFound('space', id)
    return space
  })
}

const notShowable = (title: string) => roleTooWeak('create', `in “${title}” to show it on a site`)
