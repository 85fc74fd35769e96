import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * Deletes an organization with every row that carries its id. Most go with the organization by their foreign keys;
 * sites go first, because they hold on to spaces, and what no key binds is named here.
 */
export async function removeOrganization(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('site').where('organization_id', '=', id).execute()
  await tx.deleteFrom('access_grant').where('organization_id', '=', id).execute()
  await tx.deleteFrom('organization').where('id', '=', id).execute()
  // What waits for the end of the transaction would count the stamp up again after it is gone.
  await sql`set constraints all immediate`.execute(tx)
  await tx.deleteFrom('organization_stamp').where('organization_id', '=', id).execute()
}
