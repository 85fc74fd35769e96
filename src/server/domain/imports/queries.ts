import { sql } from 'kysely'
import type { ImportStatus } from '#contract/imports.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { collectionAccess, rankOf, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows, pageOf } from '../../db/page.ts'
import type {
  ImportSource,
  StoredItem,
  StoredOptions,
  StoredProgress,
  StoredReport,
  StoredTarget,
} from '../../db/tables/imports.ts'
import type { GitSync } from '../../db/tables/people.ts'
import { notFound } from '../../errors.ts'

export type ImportRow = {
  readonly id: string
  readonly organizationId: string
  readonly spaceId: string
  readonly status: ImportStatus
  readonly source: ImportSource
  readonly target: StoredTarget
  readonly options: StoredOptions
  readonly progress: StoredProgress | null
  readonly report: StoredReport | null
  readonly revisionId: string | null
  readonly reason: string | null
  readonly reasonKind: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** The user who started it; null when the account was deleted. */
  readonly userId: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
}

const columns = sql`r.id, r.organization_id as "organizationId", r.space_id as "spaceId", r.status, r.source, r.target, r.options,
  r.progress, r.report, r.revision_id as "revisionId", r.reason, r.reason_kind as "reasonKind",
  r.created_at as "createdAt", r.started_at as "startedAt", r.completed_at as "completedAt",
  u.id as "userId", u.display_name as "displayName", u.photo_url as "photoUrl"`

type ImportFilters = {
  readonly id?: string
  readonly spaceId?: string | undefined
  readonly statuses?: readonly ImportStatus[] | undefined
}

/** The imports into spaces that the viewer may edit; the access rule is part of the query. */
function runsFor({ organizationId, userId, membership }: Viewer, { id, spaceId, statuses }: ImportFilters) {
  const access = spaceAccess(organizationId, membership)
  return {
    head: collectionAccess(organizationId, userId, membership),
    from: sql`from import_run r
      join space s on s.organization_id = r.organization_id and s.id = r.space_id and s.deleted_at is null
      ${access.joins}
      left join user_account u on u.id = r.created_by
      where r.organization_id = ${organizationId} and ${access.rank} >= ${rankOf('edit')}
        and (${id ?? null}::text is null or r.id = ${id ?? null})
        and (${spaceId ?? null}::text is null or r.space_id = ${spaceId ?? null})
        and (${statuses ?? null}::text[] is null or r.status = any(${statuses ?? null}::text[]))`,
  }
}

/** One page of imports, newest first, with the count of all that match. */
export async function importPage(
  db: Db,
  viewer: Viewer,
  filters: ImportFilters,
  paging: Paging,
): Promise<Page<ImportRow> & { readonly count: number }> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const runs = runsFor(viewer, filters)
  const after = paging.page === undefined ? null : decodeCursor(paging.page, 2)
  const older =
    after === null ? sql`true` : sql`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::text)`
  const [{ rows }, countResult] = await Promise.all([
    sql<ImportRow>`${runs.head} select ${columns} ${runs.from} and ${older}
      order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(db),
    sql<{ count: number }>`${runs.head} select count(*) as count ${runs.from}`.execute(db),
  ])
  const page = limit === 0 ? { rows: [] } : pageFromRows(rows, limit, ({ createdAt, id }) => [createdAt, id])
  return { ...page, count: countResult.rows[0]?.count ?? 0 }
}

/** @throws {DomainError} `not_found`, also when the viewer may not edit the import's space */
export async function visibleImport(db: Db | Tx, viewer: Viewer, id: string): Promise<ImportRow> {
  const runs = runsFor(viewer, { id })
  const { rows } = await sql<ImportRow>`${runs.head} select ${columns} ${runs.from}`.execute(db)
  if (rows[0] === undefined) throw notFound('import', id)
  return rows[0]
}

/** Locks an import until the transaction ends, so that it cannot complete while it is being cancelled. */
export const lockImport = (tx: Tx, organizationId: string, id: string) =>
  tx
    .selectFrom('import_run')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('import', id))

export const setCancelled = (tx: Tx, organizationId: string, id: string, now: Date) =>
  tx
    .updateTable('import_run')
    .set({ status: 'cancelled', secret: null, completed_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

type Run = { readonly organizationId: string; readonly id: string }

/** One page of an import's items in their order, with the count of all that match. */
export async function itemPage(
  db: Db,
  { organizationId, id }: Run,
  outcome: StoredItem['outcome'] | 'warning' | undefined,
  paging: Paging,
) {
  const items = db
    .selectFrom('import_item')
    .where('organization_id', '=', organizationId)
    .where('import_id', '=', id)
    .$if(outcome === 'warning', (items) => items.where(sql<boolean>`warnings <> '{}'`))
    .$if(outcome !== undefined && outcome !== 'warning', (items) =>
      items.where('outcome', '=', outcome as StoredItem['outcome']),
    )
  const rows = items
    .select(['position', 'source', 'outcome', 'reason', 'title', 'warnings'])
    .select(['page_id as pageId', 'file_id as fileId'])
  const [page, countResult] = await Promise.all([
    pageOf(rows, { columns: ['position'], keyOf: ({ position }) => [position] }, paging),
    items.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: Number(countResult?.count ?? 0) }
}

export const editModeOf = (db: Db | Tx, organizationId: string, spaceId: string) =>
  db
    .selectFrom('space')
    .select('edit_mode as editMode')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow(() => notFound('space', spaceId))

export const statusOf = (db: Db, organizationId: string, id: string) =>
  db
    .selectFrom('import_run')
    .select(['status', 'attempt'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The git repository that a space was last imported from; null without one. */
export async function gitSyncOf(db: Db, organizationId: string, spaceId: string): Promise<GitSync | null> {
  const row = await db
    .selectFrom('space')
    .select('git_sync')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .executeTakeFirst()
  return row?.git_sync ?? null
}
