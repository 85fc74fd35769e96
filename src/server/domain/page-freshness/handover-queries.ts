import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Gives the pages and spaces of a member who leaves to a successor, or leaves them without an owner. */
export const handOverPages = (
  tx: Tx,
  {
    organizationId,
    userId,
    successor,
  }: { readonly organizationId: string; readonly userId: string; readonly successor: string | null },
) =>
  tx
    .updateTable('page_freshness')
    .set({ owner_id: successor })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', userId)
    .execute()

/** Keeps the review settings of a space that goes to another organization, with the owners who are members there. */
export async function transferFreshness(
  tx: Tx,
  { from, to, id }: { readonly from: string; readonly to: string; readonly id: string },
): Promise<void> {
  await sql`update page_freshness set organization_id = ${to}, notified_for = null, notified_to = null,
      owner_id = (select user_id from member where organization_id = ${to} and user_id = owner_id)
    where organization_id = ${from} and space_id = ${id}`.execute(tx)
}
