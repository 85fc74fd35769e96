import type { GitSyncRun } from '#contract/space-git-sync.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { asJson, type Db } from '../db/client.ts'
import type { StoredCommit } from '../db/tables/git-sync.ts'
import { inSpace } from './in-space.ts'

type RunRef = { readonly organizationId: string; readonly id: string }

export const insertRun = (
  db: Db,
  run: SpaceRef & { readonly id: string; readonly cause: GitSyncRun['cause']; readonly now: Date },
) =>
  db
    .insertInto('git_sync_run')
    .values({
      organization_id: run.organizationId,
      space_id: run.spaceId,
      id: run.id,
      cause: run.cause,
      status: 'running',
      started_at: run.now,
    })
    .execute()

export const endRun = (
  db: Db,
  { organizationId, id }: RunRef,
  end: {
    readonly status: GitSyncRun['status']
    readonly reason: string | null
    readonly pulled: readonly StoredCommit[]
    readonly pushed: readonly StoredCommit[]
    readonly changeRequest: string | null
    readonly now: Date
  },
) =>
  db
    .updateTable('git_sync_run')
    .set({
      status: end.status,
      reason: end.reason,
      pulled: asJson(end.pulled),
      pushed: asJson(end.pushed),
      change_request_id: end.changeRequest,
      ended_at: end.now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** A sync that found nothing to do is not part of the history. */
export const deleteRun = (db: Db, { organizationId, id }: RunRef) =>
  db.deleteFrom('git_sync_run').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** Ends the runs of a space that a stopped process left behind. */
export const endInterruptedRuns = (db: Db, at: SpaceRef, now: Date) =>
  inSpace(
    db.updateTable('git_sync_run').set({
      status: 'failed',
      reason: 'The service stopped in the middle of it',
      ended_at: now,
    }),
    at,
  )
    .where('status', '=', 'running')
    .execute()

export const deleteRunsBefore = (db: Db, before: Date) =>
  db.deleteFrom('git_sync_run').where('started_at', '<', before).execute()
