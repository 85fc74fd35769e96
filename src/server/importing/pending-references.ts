import type { SpaceRef } from '../content/space-ref.ts'
import type { Db, Tx } from '../db/client.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { PendingReference } from './plan.ts'

/** More of a space are not waited for; the oldest are left out. */
const MAX_PENDING = 100

export type PendingRef = { readonly organizationId: string; readonly referenceId: string }

type Origin = SpaceRef & {
  readonly importId: string
  readonly changeRequest: string | undefined
  /** The page that the import is below; absent for the root. */
  readonly page: string | undefined
  readonly isListed: boolean
  readonly by: string | null
  readonly now: Date
}

/** Records the API references of an import that get their pages once their specification can be read. */
export async function recordPendingReferences(
  tx: Tx,
  { jobs, newId }: { readonly jobs: Jobs; readonly newId: () => string },
  references: readonly PendingReference[],
  { organizationId, spaceId, ...origin }: Origin,
): Promise<void> {
  if (references.length === 0) return
  const rows = references.map((reference, position) => ({
    organization_id: organizationId,
    space_id: spaceId,
    id: newId(),
    import_id: origin.importId,
    spec: reference.spec,
    source: reference.path,
    is_by_operation: reference.isByOperation,
    has_models: reference.hasModels,
    change_request_id: origin.changeRequest ?? null,
    parent_page: reference.parent ?? origin.page ?? null,
    previous_page: reference.previous,
    next_page: reference.next,
    position,
    is_listed: origin.isListed,
    created_by: origin.by,
    created_at: origin.now,
  }))
  await tx.insertInto('pending_api_reference').values(rows).execute()
  await tx
    .deleteFrom('pending_api_reference')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('id', 'not in', (from) =>
      from
        .selectFrom('pending_api_reference')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('space_id', '=', spaceId)
        .orderBy('created_at', 'desc')
        .orderBy('position')
        .limit(MAX_PENDING),
    )
    .execute()
  // A specification that was read while the import ran did not find them.
  await enqueueEach(tx, jobs, organizationId, rows)
}

/** Queues the creation of the pages that wait for a specification, when it has been read. */
export async function enqueueReferencePages(
  tx: Tx,
  jobs: Jobs,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
): Promise<void> {
  const rows = await tx
    .selectFrom('pending_api_reference')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('spec', 'in', names)
    .orderBy('created_at')
    .orderBy('position')
    .limit(MAX_STARTED)
    .execute()
  await enqueueEach(tx, jobs, organizationId, rows)
}

/** References that one reading of a specification gives pages to; the next reading continues with others. */
const MAX_STARTED = 500

const enqueueEach = (tx: Tx, jobs: Jobs, organizationId: string, rows: readonly { readonly id: string }[]) =>
  jobs.enqueueEach(
    tx,
    'create-reference-pages',
    rows.map(({ id }) => ({ organizationId, referenceId: id })),
    ({ referenceId }) => `create-reference-pages ${referenceId}`,
  )

const pendingQuery = (db: Db | Tx, { organizationId, referenceId }: PendingRef) =>
  db
    .selectFrom('pending_api_reference')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', referenceId)

export type PendingRow = NonNullable<Awaited<ReturnType<typeof pendingReference>>>

export const pendingReference = (db: Db, ref: PendingRef) => pendingQuery(db, ref).executeTakeFirst()

export const lockPendingReference = (tx: Tx, ref: PendingRef) =>
  pendingQuery(tx, ref).forUpdate().executeTakeFirst()

export const deletePendingReference = (tx: Tx, { organization_id, id }: PendingRow) =>
  tx
    .deleteFrom('pending_api_reference')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()

/** Moves references that wait in the same place behind the pages that were created before them. */
export const placeBehind = (tx: Tx, row: PendingRow, lastPage: string) =>
  tx
    .updateTable('pending_api_reference')
    .set({ previous_page: lastPage })
    .where('organization_id', '=', row.organization_id)
    .where('space_id', '=', row.space_id)
    .where('import_id', '=', row.import_id)
    .where('parent_page', 'is not distinct from', row.parent_page)
    .where('previous_page', 'is not distinct from', row.previous_page)
    .where('position', '>', row.position)
    .execute()

/** Shows a page of a reference in the report of its import, which said that the reference was left out. */
export const reportPage = (tx: Tx, row: PendingRow, page: { readonly id: string; readonly title: string }) =>
  tx
    .updateTable('import_item')
    .set({ outcome: 'page', page_id: page.id, title: page.title, reason: null })
    .where('organization_id', '=', row.organization_id)
    .where('import_id', '=', row.import_id)
    .where('position', '=', (from) =>
      from
        .selectFrom('import_item')
        .select('position')
        .where('organization_id', '=', row.organization_id)
        .where('import_id', '=', row.import_id)
        .where('outcome', '=', 'left-out')
        .where('source', '=', row.source)
        .orderBy('position')
        .limit(1),
    )
    .execute()
