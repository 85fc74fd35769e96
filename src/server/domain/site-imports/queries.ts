import { type SqlBool, sql } from 'kysely'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import type { CreatedSpace, ImportSource, SitePlan } from '../../db/tables/imports.ts'
import { notFound } from '../../errors.ts'

export type SiteImportRef = { readonly organizationId: string; readonly siteImportId: string }

const columns = [
  'site_import.organization_id as organizationId',
  'site_import.id',
  'site_import.status',
  'site_import.source',
  'site_import.plan',
  'site_import.created',
  'site_import.site_id as siteId',
  'site_import.reason',
  'site_import.created_at as createdAt',
  'site_import.completed_at as completedAt',
  'person.id as userId',
  'person.display_name as displayName',
  'person.photo_url as photoUrl',
] as const

const siteImports = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('site_import')
    .leftJoin('user_account as person', 'person.id', 'site_import.created_by')
    .where('site_import.organization_id', '=', organizationId)

/** @throws {DomainError} `not_found` */
export const siteImportById = (db: Db | Tx, { organizationId, siteImportId }: SiteImportRef) =>
  siteImports(db, organizationId)
    .select(columns)
    .where('site_import.id', '=', siteImportId)
    .executeTakeFirstOrThrow(() => notFound('import', siteImportId))

export type SiteImportRow = Awaited<ReturnType<typeof siteImportById>>

/** The state of imports into spaces, by id. */
export async function importStates(db: Db | Tx, organizationId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('import_run')
    .select(['id', 'status', 'reason', sql<number | null>`(report->>'pages')::integer`.as('pages')])
    .where('organization_id', '=', organizationId)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export type NewSiteImport = SiteImportRef & {
  readonly source: ImportSource
  readonly secret: Buffer | null
  readonly isPreview: boolean
  readonly by: string | null
  readonly now: Date
}

export const insertSiteImport = (tx: Tx, run: NewSiteImport) =>
  tx
    .insertInto('site_import')
    .values({
      organization_id: run.organizationId,
      id: run.siteImportId,
      source: asJson(run.source),
      secret: run.secret,
      is_preview: run.isPreview,
      created_by: run.by,
      created_at: run.now,
    })
    .execute()

/** The status of an import, locked until the transaction ends. @throws {DomainError} `not_found` */
export const lockSiteImport = (tx: Tx, { organizationId, siteImportId }: SiteImportRef) =>
  tx
    .selectFrom('site_import')
    .select(['status', 'created'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteImportId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('import', siteImportId))

/** Lets a planned import begin. */
export const setStarted = (tx: Tx, ref: SiteImportRef) =>
  at(tx.updateTable('site_import').set({ status: 'pending', is_preview: false }), ref).execute()

/** Cancels an import and the imports into spaces that have not ended. */
export async function setCancelled(
  tx: Tx,
  ref: SiteImportRef,
  created: readonly CreatedSpace[],
  now: Date,
): Promise<void> {
  const end = { status: 'cancelled' as const, secret: null, completed_at: now }
  await at(tx.updateTable('site_import').set(end), ref).execute()
  await tx
    .updateTable('import_run')
    .set(end)
    .where('organization_id', '=', ref.organizationId)
    .where((is) => is('id', '=', is.fn.any(is.val(created.map((one) => one.import)))))
    .where('status', 'in', ['pending', 'in-progress'])
    .execute()
}

/** A run that began; only its latest attempt can update it. */
export type BegunSiteImport = SiteImportRef & {
  readonly source: ImportSource
  readonly secret: Buffer | null
  readonly isPreview: boolean
  readonly plan: SitePlan | null
  readonly created: readonly CreatedSpace[] | null
  readonly createdBy: string | null
  readonly attempt: number
}

/** Begins a run, or begins it again after an interruption. Undefined if it is over or waits to be started. */
export async function beginSiteImport(db: Db, ref: SiteImportRef): Promise<BegunSiteImport | undefined> {
  const row = await at(
    db
      .updateTable('site_import')
      .set({ status: 'in-progress', attempt: sql`attempt + 1` })
      .returning(['source', 'secret', 'is_preview', 'plan', 'created', 'created_by', 'attempt']),
    ref,
  )
    .where('status', 'in', ['pending', 'in-progress'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { is_preview: isPreview, created_by: createdBy, ...rest } = row
  return { ...ref, ...rest, isPreview, createdBy }
}

/** Whether this attempt is still the one that runs. */
export async function isCurrent(db: Db, run: BegunSiteImport): Promise<boolean> {
  const row = await own(db.selectFrom('site_import').select('id'), run).executeTakeFirst()
  return row !== undefined
}

type Progress =
  | { readonly plan: SitePlan; readonly source: ImportSource; readonly status?: 'planned' }
  | { readonly created: readonly CreatedSpace[]; readonly siteId: string }

/** Stores what is known or created so far; false if the run was canceled or restarted. */
export async function recordSiteImport(
  db: Db | Tx,
  run: BegunSiteImport,
  progress: Progress,
): Promise<boolean> {
  const values =
    'plan' in progress
      ? {
          plan: asJson(progress.plan),
          source: asJson(progress.source),
          ...(progress.status === undefined ? {} : { status: progress.status }),
        }
      : { created: asJson(progress.created), site_id: progress.siteId }
  const { numUpdatedRows } = await own(
    db.updateTable('site_import').set(values),
    run,
  ).executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const endSiteImport = (
  db: Db,
  run: BegunSiteImport,
  { reason = null, now }: { readonly reason?: string | null; readonly now: Date },
) =>
  own(
    db.updateTable('site_import').set({
      status: reason === null ? 'completed' : 'failed',
      reason,
      secret: null,
      completed_at: now,
    }),
    run,
  ).execute()

type Filtered<Q> = { where: (condition: ReturnType<typeof sql<SqlBool>>) => Q }

const at = <Q extends Filtered<Q>>(query: Q, { organizationId, siteImportId }: SiteImportRef): Q =>
  query.where(sql<SqlBool>`organization_id = ${organizationId} and id = ${siteImportId}`)

const own = <Q extends Filtered<Q>>(query: Q, run: BegunSiteImport): Q =>
  at(query, run).where(sql<SqlBool>`status = 'in-progress' and attempt = ${run.attempt}`)
