import { type SqlBool, sql } from 'kysely'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { ImportSource, StoredProgress, StoredReport } from '../db/tables/imports.ts'

export type ImportRef = { readonly organizationId: string; readonly importId: string }

/** A run that has been begun: its attempt is what entitles to go on with it. */
export type BegunImport = ImportRef & {
  readonly spaceId: string
  readonly source: ImportSource
  readonly createdBy: string | null
  readonly attempt: number
}

export const insertImport = (
  tx: Tx,
  run: ImportRef & {
    readonly spaceId: string
    readonly source: ImportSource
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
      created_by: run.by,
      created_at: run.now,
    })
    .execute()

/** Begins a run, again if it was interrupted. Undefined when it is over, such as cancelled while it waited. */
export async function beginImport(db: Db, ref: ImportRef, now: Date): Promise<BegunImport | undefined> {
  const row = await runAt(
    db
      .updateTable('import_run')
      .set({
        status: 'in-progress',
        attempt: sql`attempt + 1`,
        started_at: sql`coalesce(started_at, ${now})`,
      })
      .returning(['space_id', 'source', 'created_by', 'attempt']),
    ref,
  )
    .where('status', 'in', ['pending', 'in-progress'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...ref,
    spaceId: row.space_id,
    source: row.source,
    createdBy: row.created_by,
    attempt: row.attempt,
  }
}

/** Notes how far a run is; false when it has been cancelled, or begun again by somebody else. */
export async function noteProgress(db: Db, run: BegunImport, progress: StoredProgress): Promise<boolean> {
  const noted = await mine(
    db.updateTable('import_run').set({ progress: asJson(progress) }),
    run,
  ).executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

/** Holds a run until the transaction ends; false as with `noteProgress`. */
export async function holdImport(tx: Tx, run: BegunImport): Promise<boolean> {
  const row = await mine(tx.selectFrom('import_run').select('id').forUpdate(), run).executeTakeFirst()
  return row !== undefined
}

export const completeImport = (
  tx: Tx,
  run: BegunImport,
  end: { readonly revision: string; readonly report: StoredReport; readonly now: Date },
) =>
  mine(
    tx.updateTable('import_run').set({
      status: 'completed',
      revision_id: end.revision,
      report: asJson(end.report),
      completed_at: end.now,
    }),
    run,
  ).execute()

export const failImport = (
  db: Db,
  run: BegunImport,
  end: { readonly reason: string; readonly kind: 'upstream' | 'validation' | 'internal'; readonly now: Date },
) =>
  mine(
    db
      .updateTable('import_run')
      .set({ status: 'failed', reason: end.reason, reason_kind: end.kind, completed_at: end.now }),
    run,
  ).execute()

/** Puts a run that was interrupted back among those that wait. */
export const interruptImport = (db: Db, run: BegunImport) =>
  mine(db.updateTable('import_run').set({ status: 'pending' }), run).execute()

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

const mine = <Q extends Filtered<Q>>(query: Q, run: BegunImport): Q =>
  runAt(query, run).where(sql<SqlBool>`status = 'in-progress' and attempt = ${run.attempt}`)
