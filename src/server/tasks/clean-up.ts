import { removeLeftBlobs } from '../content/leaving-blobs.ts'
import { keptFor } from '../http/idempotency.ts'
import type { Task } from '../jobs/worker.ts'

/**
 * Removes what is past its time: answers kept for repeated requests, sessions and one-time links that have ended,
 * and the bytes of files that nobody uses. API tokens stay listed when they have expired.
 */
export const cleanUpTask: Task<'clean-up'> = async ({ db, blobs, now, log }, _, stop) => {
  const moment = now()
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', new Date(moment.getTime() - keptFor))
    .execute()
  await db.deleteFrom('session').where('expires_at', '<=', moment).execute()
  await db.deleteFrom('one_time_link').where('expires_at', '<=', moment).execute()
  const removed = await removeLeftBlobs(db, blobs, moment, stop)
  if (removed > 0) log.info({ removed }, 'files that nobody uses were removed')
}
