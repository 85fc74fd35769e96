import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'

export type PresenceRow = {
  readonly userId: string
  readonly displayName: string
  readonly photoUrl: string | null
  readonly activity: 'reading' | 'editing'
  readonly page: string | null
  readonly changeRequest: string | null
  readonly since: Date
}

/** A browser window of a user and what it shows. */
export type Beat = {
  readonly userId: string
  readonly clientId: string
  readonly activity: 'reading' | 'editing'
  readonly page: string | null
  readonly changeRequest: string | null
}

const MAX_ROWS = 100

/** The users present since `after`, once per page and change request, latest first. */
export async function presenceIn(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  after: Date,
): Promise<readonly PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`select p.user_id as "userId", u.display_name as "displayName",
      u.photo_url as "photoUrl", p.doing as activity, p.page_id as page, p.change_request_id as "changeRequest",
      min(p.since) as since
    from presence p join user_account u on u.id = p.user_id
    join member m on m.organization_id = p.organization_id and m.user_id = p.user_id and not m.disabled
    where p.organization_id = ${organizationId} and p.space_id = ${spaceId} and p.seen_at > ${after}
    group by p.user_id, u.display_name, u.photo_url, p.doing, p.page_id, p.change_request_id
    order by min(p.since) desc, p.user_id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Updates the presence of a window. `since` stays as long as it shows the same. */
export async function upsertPresence(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  { userId, clientId, activity, page, changeRequest }: Beat,
  now: Date,
): Promise<void> {
  await sql`insert into presence as p (organization_id, space_id, user_id, client_id, doing, page_id,
      change_request_id, since, seen_at)
    values (${organizationId}, ${spaceId}, ${userId}, ${clientId}, ${activity}, ${page}, ${changeRequest}, ${now}, ${now})
    on conflict (organization_id, space_id, user_id, client_id) do update set doing = excluded.doing,
      page_id = excluded.page_id, change_request_id = excluded.change_request_id, seen_at = excluded.seen_at,
      since = case when (p.doing, p.page_id, p.change_request_id)
        is not distinct from (excluded.doing, excluded.page_id, excluded.change_request_id)
        then p.since else excluded.since end`.execute(tx)
}

/** Deletes the presence of a window; false when there was none. */
export async function deletePresence(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('presence')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Deletes expired presence in all organizations, skipping rows that are locked. */
export async function deleteExpired(tx: Tx, moment: Date): Promise<void> {
  await sql`delete from presence where ctid = any(array(
    select ctid from presence where seen_at <= ${moment} limit 200 for update skip locked))`.execute(tx)
}
