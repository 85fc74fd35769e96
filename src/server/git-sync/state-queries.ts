import type { Updateable } from 'kysely'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { GitSyncTable, PendingImport, PendingPush, StoredIds } from '../db/tables/git-sync.ts'
import { DomainError } from '../errors.ts'
import { inSpace } from './in-space.ts'

/** A space and the connection that a run belongs to: the space can be connected to another repository meanwhile. */
export type Connection = SpaceRef & { readonly connectionId: string }

/** The settings of a sync, and how far both sides are the same. */
export type GitSyncState = Connection & {
  readonly url: string
  readonly branch: string
  readonly folder: string
  readonly secret: Buffer | null
  /** Fingerprint of the SSH server's key; null before the first connection. */
  readonly hostKey: string | null
  readonly importMode: SpaceGitSync['importMode']
  readonly firstSync: 'from-repository' | 'to-repository'
  readonly pollMinutes: number
  readonly paused: boolean
  readonly connectedBy: string | null
  /** The commit and the revision that have the same content; null before the first sync. */
  readonly commit: string | null
  readonly revision: string | null
  readonly ids: StoredIds
  readonly pending: PendingImport | null
  readonly pushing: PendingPush | null
}

/** Undefined if the space isn't connected, or in the trash. */
export async function syncState(db: Db, at: SpaceRef): Promise<GitSyncState | undefined> {
  const row = await db
    .selectFrom('git_sync')
    .innerJoin('space', (join) =>
      join
        .onRef('space.organization_id', '=', 'git_sync.organization_id')
        .onRef('space.id', '=', 'git_sync.space_id'),
    )
    .selectAll('git_sync')
    .where('git_sync.organization_id', '=', at.organizationId)
    .where('git_sync.space_id', '=', at.spaceId)
    .where('space.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...at,
    connectionId: row.webhook_id,
    url: row.url,
    branch: row.branch,
    folder: row.folder,
    secret: row.secret,
    hostKey: row.host_key,
    importMode: row.import_mode,
    firstSync: row.first_sync,
    pollMinutes: row.poll_minutes,
    paused: row.paused,
    connectedBy: row.connected_by,
    commit: row.commit_id,
    revision: row.revision_id,
    ids: row.ids,
    pending: row.pending,
    pushing: row.pushing,
  }
}

type Change = Updateable<GitSyncTable>

const update = (db: Db | Tx, { connectionId, ...at }: Connection, change: Change) =>
  inSpace(db.updateTable('git_sync').set(change), at)
    .where('webhook_id', '=', connectionId)
    .executeTakeFirst()

/** @throws {DomainError} `invalid_state` if the space was disconnected, so that the caller's transaction is undone */
async function updateConnected(db: Db | Tx, at: Connection, change: Change): Promise<void> {
  const { numUpdatedRows } = await update(db, at, change)
  if (numUpdatedRows === 0n)
    throw new DomainError('invalid_state', 'The space was disconnected from this repository')
}

export const markSyncing = (db: Db, at: Connection, nextPollAt: Date) =>
  update(db, at, { status: 'syncing', next_poll_at: nextPollAt })

export type SyncPoint = {
  readonly commit: string
  readonly revision: string
  readonly ids: ReadonlyMap<string, string>
}

/** Records a commit and a revision with the same content. */
export const recordSyncPoint = (db: Db | Tx, at: Connection, { commit, revision, ids }: SyncPoint) =>
  updateConnected(db, at, {
    commit_id: commit,
    revision_id: revision,
    ids: asJson(Object.fromEntries(ids)),
    pushing: null,
    pending: null,
  })

export const recordPendingImport = (db: Db | Tx, at: Connection, pending: PendingImport) =>
  updateConnected(db, at, { pending: asJson(pending) })

/** The key of an SSH server is trusted when it is seen first. */
export const recordHostKey = (db: Db, at: Connection, hostKey: string) =>
  update(db, at, { host_key: hostKey })

/** Recorded before a push is sent, so that an interrupted sync can tell whether it arrived. */
export const recordPush = (db: Db, at: Connection, pushing: PendingPush) =>
  updateConnected(db, at, { pushing: asJson(pushing) })

type End = {
  readonly status: 'in-sync' | 'awaiting-merge' | 'failed'
  readonly reason: string | null
  readonly now: Date
}

export const endSync = (db: Db, at: Connection, { status, reason, now }: End) =>
  update(db, at, { status, reason, ...(status === 'in-sync' ? { synced_at: now } : {}) })

/** The spaces whose repository has to be looked at. */
export async function dueSyncs(db: Db, now: Date): Promise<SpaceRef[]> {
  return db
    .selectFrom('git_sync')
    .innerJoin('space', (join) =>
      join
        .onRef('space.organization_id', '=', 'git_sync.organization_id')
        .onRef('space.id', '=', 'git_sync.space_id'),
    )
    .select(['git_sync.organization_id as organizationId', 'git_sync.space_id as spaceId'])
    .where('git_sync.paused', '=', false)
    .where('git_sync.next_poll_at', '<=', now)
    .where('space.deleted_at', 'is', null)
    .execute()
}

/** Which of these spaces are connected, as `organization/space`. */
export async function connectedSpaces(db: Db, spaceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (spaceIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('git_sync')
    .select(['organization_id', 'space_id'])
    .where('space_id', 'in', spaceIds)
    .execute()
  return new Set(rows.map((row) => `${row.organization_id}/${row.space_id}`))
}
