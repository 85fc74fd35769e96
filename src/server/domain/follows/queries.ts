import { sql } from 'kysely'
import type { AutomaticFollow } from '#contract/follows.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { FollowedObject } from '../../notifications/event.ts'

const tables = { page: 'page', 'change-request': 'change_request', comment: 'comment' } as const

/** Whether an object is in a space. */
export async function isInSpace(
  db: Db | Tx,
  { organizationId, spaceId }: { readonly organizationId: string; readonly spaceId: string },
  { kind, id }: FollowedObject,
): Promise<boolean> {
  if (kind === 'space') return id === spaceId
  const { rows } = await sql`select from ${sql.table(tables[kind])}
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and ${sql.ref(kind === 'page' ? 'page_id' : 'id')} = ${id}`.execute(db)
  return rows.length > 0
}

/** What a person does not follow automatically. */
export async function followOff(
  db: Db | Tx,
  organizationId: string,
  userId: string,
): Promise<readonly AutomaticFollow[]> {
  const row = await db
    .selectFrom('notification_settings')
    .select('follow_off as followOff')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.followOff ?? []
}

export const putFollowOff = (
  tx: Tx,
  organizationId: string,
  userId: string,
  off: readonly AutomaticFollow[],
) =>
  tx
    .insertInto('notification_settings')
    .values({ organization_id: organizationId, user_id: userId, follow_off: [...off] })
    .onConflict((on) => on.columns(['organization_id', 'user_id']).doUpdateSet({ follow_off: [...off] }))
    .execute()
