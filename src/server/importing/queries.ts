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

/** A run that has been begun: its attempt is what entitles to go on with it. */
export type StartedImport = ImportRef & {
  readonly spaceId: string
  readonly source: ImportSource
  readonly target: StoredTarget
  readonly options: StoredOptions
  /** Sealed credentials for the source. */
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

/** Begins a run, again if it was interrupted. Undefined when it is over, such as cancelled while it waited. */
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

/** Notes how far a run is; false when it has been cancelled, or begun again by somebody else. */
export async function recordProgress(db: Db, run: StartedImport, progress: StoredProgress): Promise<boolean> {
  const updated = await ownAttempt(
    db.updateTable('import_run').set({ progress: asJson(progress) }),
    run,
  ).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Notes what was found out about the source, such as the commit that was fetched. */
export const recordSource = (db: Db, run: StartedImport, source: ImportSource) =>
  ownAttempt(db.updateTable('import_run').set({ source: asJson(source) }), run).execute()

/**
 * Ends a run in the transaction that adds its pages; false as with `noteProgress`. Done last, so that until then
 * cancelling waits for nothing.
 */
export async function completeImport(
  tx: Tx,
  run: StartedImport,
  end: {
    readonly revision: string
    readonly report: StoredReport
    readonly target: StoredTarget
    readonly now: Date
  },
): Promise<boolean> {
  const ended = await ownAttempt(
    tx.updateTable('import_run').set({
      status: 'completed',
      revision_id: end.revision,
      report: asJson(end.report),
      target: asJson(end.target),
      secret: null,
      completed_at: end.now,
    }),
    run,
  ).executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

const ITEMS_PER_INSERT = 2000

/** Writes down what became of each thing of the source. */
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

export const failImport = (
  db: Db,
  run: StartedImport,
  end: { readonly reason: string; readonly kind: 'upstream' | 'validation' | 'internal'; readonly now: Date },
) =>
  ownAttempt(
    db.updateTable('import_run').set({
      status: 'failed',
      reason: end.reason,
      reason_kind: end.kind,
      secret: null,
      completed_at: end.now,
    }),
    run,
  ).execute()

/** Puts a run that was interrupted back among those that wait. */
export const interruptImport = (db: Db, run: StartedImport) =>
  ownAttempt(db.updateTable('import_run').set({ status: 'pending' }), run).execute()

/** Ids of runs that may still need their uploaded files. */
export async function unfinishedImports(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('import_run')
    .select('id')
    .where('status', 'in', ['pending', 'in-progress'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Filtered<Q> = { where: (condition: ReturnType<typeof sql<SqlBool>>) => Q }

const runAt = <Q extends Filtered<Q>>(query: Q, { organizationId, importId }: ImportRef): Q =>
  query.where(sql<SqlBool>`organization_id = ${organizationId} and id = ${importId}`)

const ownAttempt = <Q extends Filtered<Q>>(query: Q, run: StartedImport): Q =>
  runAt(query, run).where(sql<SqlBool>`status = 'in-progress' and attempt = ${run.attempt}`)
