import { checkMergeQueues } from '../../domain/change-requests/queue-queries.ts'
import type { JobHandler } from '../worker.ts'

/** Tries queued change requests again: not every change that can matter, such as of a team, enqueues a job. */
export const checkMergeQueuesHandler: JobHandler<'check-merge-queues'> = async ({ db }) => {
  await checkMergeQueues(db)
}
