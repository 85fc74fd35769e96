import { sql } from 'kysely'
import { MAX_OPEN_NOTIFICATIONS, NOTIFICATION_RETENTION_DAYS } from '#contract/notifications.ts'
import type { Db } from '../db/client.ts'

const DAY_MS = 86_400_000

/** Deletes what has been done for 90 days, and the oldest notifications of an inbox with more than 10,000. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('done_at', '<', new Date(now.getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS))
    .execute()
  await sql`with crowded as (
      select organization_id, user_id from notification where done_at is null
      group by organization_id, user_id having count(*) > ${MAX_OPEN_NOTIFICATIONS}
    )
    delete from notification n using crowded, lateral (
      select listed_at, id from notification other
      where other.organization_id = crowded.organization_id and other.user_id = crowded.user_id
        and other.done_at is null
      order by listed_at desc, id desc offset ${MAX_OPEN_NOTIFICATIONS - 1} limit 1
    ) oldest
    where n.organization_id = crowded.organization_id and n.user_id = crowded.user_id and n.done_at is null
      and (n.listed_at, n.id) < (oldest.listed_at, oldest.id)`.execute(db)
}
