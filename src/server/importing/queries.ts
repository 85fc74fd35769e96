import { type SqlBool, sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type {
  ImportSource,
  StoredItem,
  StoredOptions,
  StoredProgress,
  StoredReport,
  StoredTarget,
} from '../db/tables/imports.ts'

export type ImportRef = { readonly organizationId: string; readonly importId: string }

/** A started run; only its latest attempt can update it. */
export type StartedImport = ImportRef & {
  readonly spaceId: string
  readonly source: ImportSource
  readonly target: StoredTarget
  readonly options: StoredOptions
  /** Encrypted credentials for the source. */
  readonly secret: Buffer | null
  readonly createdBy: string | null
  readonly attempt: number
}

export const insertImport = (
  tx: Tx,
  run: ImportRef & {
    readonly spaceId: string
    readonly source: ImportSource
    readonly target: StoredTarget
    readonly options: StoredOptions
    readonly secret: Buffer | null
    readonly by: string | null
    readonly now: Date
  },
) =>
  tx
    .insertInto('import_run')
    .values({
      organization_id: run.organizationId,
      id: run.importId,
      space_id: run.spaceId,
      source: asJson(run.source),
      target: asJson(run.target),
      options: asJson(run.options),
      secret: run.secret,
      created_by: run.by,
      created_at: run.now,
    })
    .execute()

/** Starts a run, or restarts it after an interruption. Undefined if it is over, for example cancelled while waiting. */
export async function startImport(db: Db, ref: ImportRef, now: Date): Promise<StartedImport | undefined> {
  const row = await runAt(
    db
      .updateTable('import_run')
      .set({
        status: 'in-progress',
        attempt: sql`attempt + 1`,
        started_at: sql`coalesce(started_at, ${now})`,
      })
      .returning(['space_id', 'source', 'target', 'options', 'secret', 'created_by', 'attempt']),
    ref,
  )
    .where('status', 'in', ['pending', 'in-progress'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...ref,
    spaceId: row.space_id,
    source: row.source,
    target: row.target,
    options: row.options,
    secret: row.secret,
    createdBy: row.created_by,
    attempt: row.attempt,
  }
}

/** Records the progress of a run; false if it was cancelled or restarted elsewhere. */
export async function recordProgress(db: Db, run: StartedImport, progress: StoredProgress): Promise<boolean> {
  const updated = await ownAttempt(
    db.updateTable('import_run').set({ progress: asJson(progress) }),
    run,
  ).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Records details of the source, such as the fetched commit. */
export const recordSource = (db: Db, run: StartedImport, source: ImportSource) =>
  ownAttempt(db.updateTable('import_run').set({ source: asJson(source) }), run).execute()

/**
 * Completes a run in the transaction that adds its pages; false as with `recordProgress`. Must be the last statement, so
 * that cancelling does not wait for the transaction before that.
 */
export async function completeImport(
  tx: Tx,
  run: StartedImport,
  result: {
    readonly revision: string
    readonly report: StoredReport
    readonly target: StoredTarget
    readonly now: Date
  },
): Promise<boolean> {
  const completed = await ownAttempt(
    tx.updateTable('import_run').set({
      status: 'completed',
      revision_id: result.revision,
      report: asJson(result.report),
      target: asJson(result.target),
      secret: null,
      completed_at: result.now,
    }),
    run,
  ).executeTakeFirst()
  return completed.numUpdatedRows === 1n
}

const ITEMS_PER_INSERT = 2000

/** Stores the result for each item of the source. */
export async function insertItems(tx: Tx, run: StartedImport, items: readonly StoredItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_INSERT) {
    const rows = items.slice(start, start + ITEMS_PER_INSERT).map((item, index) => ({
      organization_id: run.organizationId,
      space_id: run.spaceId,
      import_id: run.importId,
      position: start + index,
      source: item.source,
      outcome: item.outcome,
      reason: item.reason,
      page_id: item.pageId,
      file_id: item.fileId,
      title: item.title,
      warnings: [...item.warnings],
    }))
    await tx.insertInto('import_item').values(rows).execute()
  }
}

/** False if the run is over, or a later attempt runs. */
export async function failImport(
  tx: Tx,
  run: StartedImport,
  result: {
    readonly reason: string
    readonly kind: 'upstream' | 'validation' | 'internal'
    readonly now: Date
  },
): Promise<boolean> {
  const failed = await ownAttempt(
    tx.updateTable('import_run').set({
      status: 'failed',
      reason: result.reason,
      reason_kind: result.kind,
      secret: null,
      completed_at: result.now,
    }),
    run,
  ).executeTakeFirst()
  return failed.numUpdatedRows === 1n
}

/** Marks an interrupted run as pending again. */
export const interruptImport = (db: Db, run: StartedImport) =>
  ownAttempt(db.updateTable('import_run').set({ status: 'pending' }), run).execute()

/** Ids of runs that can still need their uploaded files. */
export async function unfinishedImports(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('import_run')
    .select('id')
    .where('status', 'in', ['pending', 'in-progress'])
    .unionAll(
      db.selectFrom('site_import').select('id').where('status', 'in', ['pending', 'in-progress', 'planned']),
    )
    .unionAll(db.selectFrom('import_upload').select('id'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Filtered<Q> = { where: (condition: ReturnType<typeof sql<SqlBool>>) => Q }

const runAt = <Q extends Filtered<Q>>(query: Q, { organizationId, importId }: ImportRef): Q =>
  query.where(sql<SqlBool>`organization_id = ${organizationId} and id = ${importId}`)

const ownAttempt = <Q extends Filtered<Q>>(query: Q, run: StartedImport): Q =>
  runAt(query, run).where(sql<SqlBool>`status = 'in-progress' and attempt = ${run.attempt}`)
