import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { unlinkSpaces } from '../site-structure/unlink.ts'
import { markDeleted } from './queries.ts'

const day = 86_400_000

/** How long a deleted space can be restored: 7 days (seed, Limits). */
export const retention = 7 * day

/** Deleted before this moment is gone for good. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - retention)

/** Puts spaces into the trash; the sites that show them lose them (decisions 15). */
export async function trashSpaces(tx: Tx, ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { organizationId } = ctx.access
  await markDeleted(tx, organizationId, ids, ctx.caller.userId, ctx.now())
  await unlinkSpaces(tx, organizationId, ids, ctx.now())
}
