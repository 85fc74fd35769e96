import { enqueueSync } from '../../domain/git-sync/enqueue.ts'
import { dueSyncs } from '../../git-sync/state-queries.ts'
import type { JobHandler } from '../worker.ts'

/** Enqueues a sync for each repository that has to be looked at again. */
export const pollGitHandler: JobHandler<'poll-git'> = async ({ db, jobs, now }) => {
  for (const at of await dueSyncs(db, now())) await enqueueSync(jobs, db, at, 'schedule')
}
