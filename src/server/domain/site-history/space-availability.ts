import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { showableSpaces } from '../sites/showable-spaces.ts'
import type { Snapshot } from '../sites/snapshot.ts'
import type { Structure } from '../sites/structure/structure.ts'
import type { SpaceAvailability } from './restore-rules.ts'

/** Spaces on the site stay available; others only if the caller may show them. */
export async function spaceAvailability(
  db: Db | Tx,
  ctx: Context,
  live: Structure,
  snapshot: Snapshot,
): Promise<SpaceAvailability> {
  const titles = new Map(live.siteSpaces.map(({ spaceId, title }) => [spaceId, title]))
  const others = snapshot.siteSpaces.map(({ spaceId }) => spaceId).filter((id) => !titles.has(id))
  const spaces = await showableSpaces(db, viewerOf(ctx), others)
  return (id) => {
    const title = titles.get(id)
    if (title !== undefined) return { title }
    const result = spaces.get(id)
    if (result === undefined) return 'deleted'
    if (!(result instanceof DomainError)) return result
    return result.reason === 'forbidden' ? 'forbidden' : 'deleted'
  }
}
