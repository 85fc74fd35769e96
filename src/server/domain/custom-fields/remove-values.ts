import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { valueLossAuditEvents } from './audit-events.ts'
import { lockFieldsShared } from './queries.ts'
import { deleteValuesIn, valuesInSpaces } from './value-queries.ts'

/** Takes the values of spaces away that leave the organization: the fields they are of stay behind. */
export async function removeSpaceValues(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  // Whoever drops an option holds its field first, too, so the two wait for each other in one order.
  await lockFieldsShared(tx, organizationId)
  const removed = await valuesInSpaces(tx, organizationId, spaceIds)
  await deleteValuesIn(tx, organizationId, spaceIds)
  await recordAuditEvents(tx, ctx, ...valueLossAuditEvents(removed, () => null))
}
