import type { ColumnType } from 'kysely'
import type { GitSyncRun, SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Defaulted, Nullable, NullableJson } from './people.ts'

/** Ids of pages, files and reusable contents by the paths of their files. */
export type StoredIds = Readonly<Record<string, string>>

/** A commit whose changes are in a change request, and the revision of the request that has its content. */
export type PendingImport = {
  readonly commit: string
  readonly revision: string
  readonly changeRequest: string
  readonly ids: StoredIds
}

/** The state after a push, which is recorded before it is sent. */
export type PendingPush = {
  readonly commit: string
  readonly revision: string
  readonly ids: StoredIds
}

export type StoredCommit = GitSyncRun['pulled'][number]

export type GitSyncTable = {
  organization_id: string
  space_id: string
  webhook_id: string
  webhook_secret: Buffer
  url: string
  branch: string
  folder: string
  secret_type: SpaceGitSync['credentials']['type']
  secret: Nullable<Buffer>
  username: Nullable<string>
  public_key: Nullable<string>
  host_key: Nullable<string>
  import_mode: SpaceGitSync['importMode']
  first_sync: SpaceGitSync['firstSync']
  poll_minutes: number
  paused: boolean
  status: SpaceGitSync['status']
  reason: Nullable<string>
  commit_id: Nullable<string>
  revision_id: Nullable<string>
  ids: ColumnType<StoredIds, string | undefined, string>
  pending: NullableJson<PendingImport>
  pushing: NullableJson<PendingPush>
  synced_at: Nullable<Date>
  next_poll_at: Date
  connected_by: Nullable<string>
  created_at: Date
  version: Defaulted<number>
}

export type GitSyncRunTable = {
  organization_id: string
  space_id: string
  id: string
  cause: GitSyncRun['cause']
  status: GitSyncRun['status']
  reason: Nullable<string>
  pulled: ColumnType<readonly StoredCommit[], string | undefined, string>
  pushed: ColumnType<readonly StoredCommit[], string | undefined, string>
  change_request_id: Nullable<string>
  started_at: Date
  ended_at: Nullable<Date>
}

/** Tables of git sync, see migration 0310. */
export type GitSyncTables = { git_sync: GitSyncTable; git_sync_run: GitSyncRunTable }
