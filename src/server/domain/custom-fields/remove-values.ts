import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { record } from '../audit-events/record.ts'
import { lossActs } from './audit.ts'
import { keepFields } from './queries.ts'
import { deleteValuesIn, valuesInSpaces } from './value-queries.ts'

/** Takes the values of spaces away that leave the organization: the fields they are of stay behind. */
export async function leaveValues(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  // Whoever drops an option holds its field first, too, so the two wait for each other in one order.
  await keepFields(tx, organizationId)
  const lost = await valuesInSpaces(tx, organizationId, spaceIds)
  await deleteValuesIn(tx, organizationId, spaceIds)
  await record(tx, ctx, ...lossActs(lost, () => null))
}
