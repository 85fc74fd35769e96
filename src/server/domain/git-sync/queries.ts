import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { GitSyncTable } from '../../db/tables/git-sync.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'git_sync.organization_id as organizationId',
  'git_sync.space_id as spaceId',
  'git_sync.webhook_id as webhookId',
  'git_sync.url',
  'git_sync.branch',
  'git_sync.folder',
  'git_sync.secret_type as secretType',
  'git_sync.username',
  'git_sync.public_key as publicKey',
  'git_sync.host_key as hostKey',
  'git_sync.import_mode as importMode',
  'git_sync.first_sync as firstSync',
  'git_sync.poll_minutes as pollMinutes',
  'git_sync.paused',
  'git_sync.status',
  'git_sync.reason',
  'git_sync.commit_id as commit',
  'git_sync.pending',
  'git_sync.synced_at as syncedAt',
  'git_sync.next_poll_at as nextPollAt',
  'git_sync.created_at as createdAt',
  'git_sync.version',
] as const

const syncsOf = (db: Db | Tx, { organizationId, spaceId }: SpaceRef) =>
  db
    .selectFrom('git_sync')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)

/** @throws {DomainError} `not_found` */
export const gitSyncOf = (db: Db | Tx, at: SpaceRef) =>
  syncsOf(db, at).executeTakeFirstOrThrow(() => notFound('Git sync', at.spaceId))

export type GitSyncRow = Awaited<ReturnType<typeof gitSyncOf>>

/** Locks the sync of a space until the transaction ends. @throws {DomainError} `not_found` */
export const lockGitSync = (tx: Tx, at: SpaceRef) =>
  syncsOf(tx, at)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Git sync', at.spaceId))

export type NewGitSync = SpaceRef &
  Pick<
    GitSyncRow,
    | 'webhookId'
    | 'url'
    | 'branch'
    | 'folder'
    | 'secretType'
    | 'username'
    | 'publicKey'
    | 'importMode'
    | 'firstSync'
    | 'pollMinutes'
    | 'paused'
  > & {
    readonly secret: Buffer | null
    readonly webhookSecret: Buffer
    readonly by: string
    readonly now: Date
  }

/** False if the space has a sync already. */
export async function insertGitSync(tx: Tx, sync: NewGitSync): Promise<boolean> {
  const inserted = await tx
    .insertInto('git_sync')
    .values({
      organization_id: sync.organizationId,
      space_id: sync.spaceId,
      webhook_id: sync.webhookId,
      webhook_secret: sync.webhookSecret,
      url: sync.url,
      branch: sync.branch,
      folder: sync.folder,
      secret_type: sync.secretType,
      secret: sync.secret,
      username: sync.username,
      public_key: sync.publicKey,
      import_mode: sync.importMode,
      first_sync: sync.firstSync,
      poll_minutes: sync.pollMinutes,
      paused: sync.paused,
      status: 'waiting',
      next_poll_at: sync.now,
      connected_by: sync.by,
      created_at: sync.now,
    })
    .onConflict((on) => on.columns(['organization_id', 'space_id']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export type GitSyncUpdate = Partial<
  Pick<GitSyncTable, 'import_mode' | 'poll_minutes' | 'paused' | 'secret_type' | 'webhook_secret'>
> & {
  readonly secret?: Buffer | null
  readonly username?: string | null
  readonly public_key?: string | null
  readonly host_key?: null
  readonly next_poll_at?: Date
}

/** Updates the settings of a sync and increments its version. */
export const updateGitSync = (tx: Tx, at: SpaceRef, change: GitSyncUpdate) =>
  tx
    .updateTable('git_sync')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', at.organizationId)
    .where('space_id', '=', at.spaceId)
    .execute()

export const deleteGitSync = (tx: Tx, at: SpaceRef) =>
  tx
    .deleteFrom('git_sync')
    .where('organization_id', '=', at.organizationId)
    .where('space_id', '=', at.spaceId)
    .execute()

export const spaceTitleOf = (tx: Tx, { organizationId, spaceId }: SpaceRef) =>
  tx
    .selectFrom('space')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('space', spaceId))

/** One page of the syncs of a space, the latest first, with their count. */
export async function runPage(db: Db, { organizationId, spaceId }: SpaceRef, paging: Paging) {
  const runs = db
    .selectFrom('git_sync_run')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
  const keyset = {
    columns: ['git_sync_run.started_at', 'git_sync_run.id'],
    keyOf: (row: { startedAt: Date; id: string }) => [row.startedAt, row.id],
    direction: 'desc' as const,
  }
  const selected = runs.select([
    'id',
    'cause',
    'status',
    'reason',
    'pulled',
    'pushed',
    'change_request_id as changeRequest',
    'started_at as startedAt',
    'ended_at as endedAt',
  ])
  const [page, { count }] = await Promise.all([
    pageOf(selected, keyset, paging),
    runs.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count: Number(count) }
}

export type RunRow = Awaited<ReturnType<typeof runPage>>['rows'][number]

/** The space and the sealed secret of a webhook address. */
export const syncOfWebhook = (db: Db, webhookId: string) =>
  db
    .selectFrom('git_sync')
    .select([
      'organization_id as organizationId',
      'space_id as spaceId',
      'webhook_secret as secret',
      'branch',
      'paused',
    ])
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
