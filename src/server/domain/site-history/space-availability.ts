import { viewerOf } from '#server/auth/viewer.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { DomainError } from '#server/errors.ts'
import { showableSpaces } from '../sites/showable-spaces.ts'
import type { Snapshot } from '../sites/snapshot.ts'
import type { Structure } from '../sites/structure/structure.ts'
import type { SpaceAvailability } from './restore-rules.ts'

/** Spaces that the site shows now may stay; others come back for whoever may show them. */
export async function spaceAvailability(
  db: Db | Tx,
  ctx: Context,
  live: Structure,
  snapshot: Snapshot,
): Promise<SpaceAvailability> {
  const titles = new Map(live.siteSpaces.map(({ spaceId, title }) => [spaceId, title]))
  const others = snapshot.siteSpaces.map(({ spaceId }) => spaceId).filter((id) => !titles.has(id))
  const joining = await showableSpaces(db, viewerOf(ctx), others)
  return (id) => {
    const title = titles.get(id)
    if (title !== undefined) return { title }
    const found = joining.get(id)
    if (found === undefined) return 'deleted'
    if (!(found instanceof DomainError)) return found
    return found.reason === 'forbidden' ? 'forbidden' : 'deleted'
  }
}
