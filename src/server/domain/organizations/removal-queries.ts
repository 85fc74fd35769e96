import type { Tx } from '../../db/client.ts'

/**
 * Deletes an organization with all its rows. Foreign keys delete most of them; sites go first because they
 * reference spaces, and rows without a foreign key are deleted here.
 */
export async function removeOrganization(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('site').where('organization_id', '=', id).execute()
  await tx.deleteFrom('access_grant').where('organization_id', '=', id).execute()
  await tx.deleteFrom('organization').where('id', '=', id).execute()
  await tx.deleteFrom('webhook_event').where('organization_id', '=', id).execute()
}
