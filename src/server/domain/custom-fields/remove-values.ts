import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { valueLossAuditEvents } from './audit-events.ts'
import { lockFieldsShared } from './queries.ts'
import { deleteValuesIn, valuesInSpaces } from './value-queries.ts'

/** Deletes the values of spaces that leave the organization, since its fields stay behind. */
export async function removeSpaceValues(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  // Fields are locked before values, as when an option is removed, to avoid deadlocks.
  await lockFieldsShared(tx, organizationId)
  const removed = await valuesInSpaces(tx, organizationId, spaceIds)
  await deleteValuesIn(tx, organizationId, spaceIds)
  await recordAuditEvents(tx, ctx, ...valueLossAuditEvents(removed, () => null))
}
