import type { Tx } from '../../db/client.ts'
import { organizationIdsOf } from './queries.ts'
import { type Act, type Doer, record } from './record.ts'

/** Writes down what somebody did to their own account, once in each organization they are a member of. */
export async function recordForAccount(
  tx: Tx,
  by: Doer,
  userId: string,
  act: Omit<Act, 'organizationId'>,
): Promise<void> {
  const organizationIds = await organizationIdsOf(tx, userId)
  await record(tx, by, ...organizationIds.map((organizationId) => ({ ...act, organizationId })))
}
