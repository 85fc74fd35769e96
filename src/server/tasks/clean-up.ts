import { removeLeftBlobs } from '../content/leaving-blobs.ts'
import { dropOldMonths, openMonths } from '../domain/site-insights/queries.ts'
import { keptFor } from '../http/idempotency.ts'
import type { Task } from '../jobs/worker.ts'

/**
 * Removes what is past its time: answers kept for repeated requests, sessions and one-time links that have ended,
 * the bytes of files that nobody uses, and what was counted on sites in months past. API tokens stay listed when they
 * have expired.
 */
export const cleanUpTask: Task<'clean-up'> = async ({ db, blobs, now, log }, _, stop) => {
  const moment = now()
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', new Date(moment.getTime() - keptFor))
    .execute()
  await db.deleteFrom('session').where('expires_at', '<=', moment).execute()
  await db.deleteFrom('one_time_link').where('expires_at', '<=', moment).execute()
  const months = await dropOldMonths(db, moment)
  if (months.length > 0) log.info({ months }, 'what was counted in months past was removed')
  // Made ahead, so that no reader of the first day of a month waits for it.
  await openMonths(db, [moment, new Date(moment.getTime() + 7 * 86_400_000)])
  const removed = await removeLeftBlobs(db, blobs, moment, stop)
  if (removed > 0) log.info({ removed }, 'files that nobody uses were removed')
}
