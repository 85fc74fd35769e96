import { isAtLeast } from '#contract/shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { viewerOf } from '../library/place.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { holdSpaces } from './queries.ts'

export type Joining = { readonly id: string; readonly title: string }

/**
 * Holds the spaces that are to be shown by a site, in the order they are named. Showing a space gives its content
 * away, so it takes the role that may manage access to it. Call it before the site is held.
 *
 * @throws {DomainError} `not_found` for a space the caller may not see, `forbidden` with too weak a role in one.
 */
export async function holdJoining(tx: Tx, ctx: Context, ids: readonly string[]): Promise<readonly Joining[]> {
  const wanted = [...new Set(ids)]
  const seen = await spacesByIds(tx, viewerOf(ctx), wanted)
  for (const id of wanted) {
    const space = seen.find((one) => one.id === id)
    if (space === undefined) throw notFound('space', id)
    if (!isAtLeast(space.role, 'create')) throw mayNotShow(space.title)
  }
  const held = await holdSpaces(tx, ctx.access.organizationId, wanted)
  return wanted.map((id) => {
    const space = held.find((one) => one.id === id)
    if (space === undefined) throw notFound('space', id)
    return space
  })
}

const mayNotShow = (title: string) =>
  new DomainError('forbidden', `You need the role create in “${title}” to show it on a site`, {
    needed: 'create',
  })
