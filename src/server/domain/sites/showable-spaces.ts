import { isAtLeast } from '#contract/shared/permissions.ts'
import { type Viewer, viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { lockSpaces } from './shown-space-queries.ts'
import type { ShowableSpace } from './structure/section-rules.ts'

export type { ShowableSpace }

/**
 * The spaces that somebody may show on a site, and for each of the others why not. Showing a space gives its
 * content away, so it takes the role that may manage access to it.
 */
export async function showableSpaces(
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShowableSpace | DomainError>> {
  const wanted = [...new Set(ids)]
  const seen = wanted.length === 0 ? [] : await spacesByIds(db, viewer, wanted)
  return new Map(
    wanted.map((id) => {
      const space = seen.find((one) => one.id === id)
      if (space === undefined) return [id, notFound('space', id)]
      return [id, isAtLeast(space.role, 'create') ? { id, title: space.title } : notShowable(space.title)]
    }),
  )
}

/**
 * Holds the spaces that are to be shown by a site, in the order they are named. Call it before the site is held.
 *
 * @throws {DomainError} `not_found` for a space the caller may not see, `forbidden` with too weak a role in one.
 */
export async function lockShowableSpaces(
  tx: Tx,
  ctx: Context,
  ids: readonly string[],
): Promise<readonly ShowableSpace[]> {
  const joining = await showableSpaces(tx, viewerOf(ctx), ids)
  for (const one of joining.values()) if (one instanceof DomainError) throw one
  const held = await lockSpaces(tx, ctx.access.organizationId, [...joining.keys()])
  return [...joining.keys()].map((id) => {
    const space = held.find((one) => one.id === id)
    if (space === undefined) throw notFound('space', id)
    return space
  })
}

const notShowable = (title: string) =>
  new DomainError('forbidden', `You need the role create in “${title}” to show it on a site`, {
    needed: 'create',
  })
