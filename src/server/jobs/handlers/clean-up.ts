import { GIT_SYNC_RETENTION_DAYS } from '#contract/space-git-sync.ts'
import { FAILURE_RETENTION_DAYS } from '#contract/system.ts'
import { deleteOldThrottles } from '../../auth/throttle.ts'
import { cleanUpTexts } from '../../coediting/clean-up.ts'
import { removeReplacedRevisions } from '../../content/replaced-revisions.ts'
import { removeUnusedBlobs } from '../../content/unused-blobs.ts'
import { deleteAbandonedUploads } from '../../domain/imports/part-upload-queries.ts'
import { deleteExpiredChallenges } from '../../domain/second-factor/challenge-queries.ts'
import { deleteOldSignInEvents } from '../../domain/sessions/sign-in-event-queries.ts'
import { createMonthTables, dropOldMonths } from '../../domain/site-insights/queries.ts'
import { deleteExpiredRequests } from '../../domain/sso/request-queries.ts'
import { deleteOldRejectedEmails } from '../../domain/system/email-queries.ts'
import { deleteOldFailedJobs } from '../../domain/system/job-queries.ts'
import { deleteOldDeliveries } from '../../domain/webhooks/delivery-queries.ts'
import { deleteRunsBefore } from '../../git-sync/run-queries.ts'
import { removeUnusedRepositories } from '../../git-sync/unused-repositories.ts'
import { KEY_LIFETIME_MS } from '../../http/idempotency.ts'
import { deleteOldRates } from '../../http/rate-limit-queries.ts'
import { removeUpload } from '../../importing/uploads.ts'
import { deleteOldNotifications } from '../../notifications/clean-up-queries.ts'
import { PREFIXES, type Storage } from '../../storage/storage.ts'
import type { JobHandler } from '../worker.ts'

/**
 * Removes what has expired: stored responses for idempotency keys, failed attempts, sessions, one-time links, the
 * sign-in history, old notifications, webhook deliveries, failed jobs, rejected emails, the bytes of unused files,
 * replaced saves of editing sessions, old Git syncs, copies of repositories that no space is connected to, abandoned
 * uploads, shared texts that no one edits, and old site statistics. Expired API tokens stay listed.
 */
export const cleanUpHandler: JobHandler<'clean-up'> = async (service, _, stop) => {
  const { db, blobs, storage, config, now, log } = service
  const moment = now()
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', new Date(moment.getTime() - KEY_LIFETIME_MS))
    .execute()
  await db.deleteFrom('session').where('expires_at', '<=', moment).execute()
  await deleteExpiredChallenges(db, moment)
  await deleteOldSignInEvents(db, moment)
  await db.deleteFrom('one_time_link').where('expires_at', '<=', moment).execute()
  await deleteExpiredRequests(db, moment)
  await deleteOldNotifications(db, moment)
  await deleteOldDeliveries(db, moment)
  await deleteOldThrottles(db, moment)
  await deleteOldRates(db, moment)
  const failedBefore = new Date(moment.getTime() - FAILURE_RETENTION_DAYS * DAY_MS)
  await deleteOldFailedJobs(db, failedBefore)
  await deleteOldRejectedEmails(db, failedBefore)
  const months = await dropOldMonths(db, moment)
  if (months.length > 0) log.info({ months }, 'insights of past months were removed')
  // Created ahead, so that no visitor on the first day of a month waits for it.
  await createMonthTables(db, [moment, new Date(moment.getTime() + 7 * DAY_MS)])
  await removeInterrupted(storage, moment)
  for (const id of await deleteAbandonedUploads(db, moment)) await removeUpload(service, id)
  await deleteRunsBefore(db, new Date(moment.getTime() - GIT_SYNC_RETENTION_DAYS * DAY_MS))
  await removeUnusedRepositories(db, config)
  await cleanUpTexts(service)
  const replaced = await removeReplacedRevisions(service, stop)
  if (replaced > 0) log.info({ replaced }, 'replaced saves of editing sessions were removed')
  const removed = await removeUnusedBlobs(db, blobs, moment, stop)
  if (removed > 0) log.info({ removed }, 'unused files were removed')
}

const DAY_MS = 86_400_000

/** Removes files whose writing a crash interrupted. */
async function removeInterrupted(storage: Storage, now: Date): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(PREFIXES.arriving))
    if (now.getTime() - modifiedAt.getTime() > DAY_MS) await storage.delete(key)
}
