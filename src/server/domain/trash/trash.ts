import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { unlinkSpaces } from '../sites/unlink-spaces.ts'
import { markDeleted } from './queries.ts'

const DAY_MS = 86_400_000

/** A deleted space can be restored for 7 days. */
export const RETENTION_MS = 7 * DAY_MS

/** Spaces deleted before this moment can no longer be restored. */
export const trashCutoff = (now: Date): Date => new Date(now.getTime() - RETENTION_MS)

/** Moves spaces to the trash and removes them from their sites. */
export async function trashSpaces(tx: Tx, ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { organizationId } = ctx.access
  const deleted = await markDeleted(tx, organizationId, ids, ctx.caller.userId, ctx.now())
  await recordAuditEvents(
    tx,
    ctx,
    ...deleted.map(({ id, title, parent }) => ({
      action: 'space.delete' as const,
      target: { type: 'space' as const, id, label: title },
      before: { parent },
    })),
  )
  await unlinkSpaces(tx, ctx, ids)
}
