import type { Tx } from '../../db/client.ts'
import { organizationIdsOf } from './queries.ts'
import { type AuditActor, type AuditEventInput, recordAuditEvents } from './record.ts'

/** Records what a user did to their own account, once in each of their organizations. */
export async function recordAuditEventForAccount(
  tx: Tx,
  by: AuditActor,
  userId: string,
  event: Omit<AuditEventInput, 'organizationId'>,
): Promise<void> {
  const organizationIds = await organizationIdsOf(tx, userId)
  await recordAuditEvents(tx, by, ...organizationIds.map((organizationId) => ({ ...event, organizationId })))
}
