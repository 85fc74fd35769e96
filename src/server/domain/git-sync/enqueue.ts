import type { GitSyncRun } from '#contract/space-git-sync.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { Jobs } from '../../jobs/queue.ts'

/** Enqueues a sync of a space. Syncs of one space run one after the other; one that waits is enough. */
export const enqueueSync = (
  jobs: Jobs,
  tx: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  cause: GitSyncRun['cause'],
): Promise<void> =>
  jobs.enqueue(
    tx,
    'sync-git',
    { organizationId, spaceId, cause },
    { key: `git-sync-${spaceId}`, queue: `git-sync-${spaceId}` },
  )
