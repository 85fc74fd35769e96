import { grantsPermission } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../auth/access.ts'
import { accessFacts } from '../auth/grants.ts'
import { commit } from '../content/commit.ts'
import { commitToRequest } from '../content/commit-to-request.ts'
import { contentOf } from '../content/read.ts'
import { requestHeadOf } from '../content/request-rows.ts'
import type { Snapshot } from '../content/snapshot.ts'
import type { Service } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { writeIn } from '../db/write.ts'
import { insertionsOf } from './add-to-space.ts'
import { referencePages, withSlugs } from './api-reference.ts'
import { recordOriginalFiles } from './original-files.ts'
import {
  deletePendingReference,
  lockPendingReference,
  type PendingRef,
  type PendingRow,
  pendingReference,
  placeBehind,
  reportPage,
} from './pending-references.ts'
import type { PlannedPage } from './plan.ts'
import type { ImportServices } from './run.ts'

/**
 * Creates the pages of an API reference that was imported before its specification, where its table of contents has
 * it. A locked space gets a change request. Waits on if the specification can't be read yet, or if the person who
 * imported can't edit the space anymore.
 */
export async function createReferencePages(
  service: Service,
  ref: PendingRef,
  stop: AbortSignal,
  services: ImportServices,
): Promise<void> {
  const pending = await pendingReference(service.db, ref)
  if (pending === undefined) return
  const by = pending.created_by
  const user = { organizationId: ref.organizationId, by }
  const outline = await services.specs(user, stop).find(pending.spec)
  if (outline === null || typeof outline === 'string') return
  const options = { isByOperation: pending.is_by_operation, hasModels: pending.has_models }
  const pages = withSlugs(referencePages(outline, options, service.newId), new Set(), (slug) => slug)
  if (pages.length === 0) return
  await writeIn(service.db, async (tx) => {
    const row = await lockPendingReference(tx, ref)
    if (row === undefined || by === null || !(await canEdit(tx, row.space_id, by))) return
    const target = await targetOf(tx, row, { by, services })
    if (target !== null) await insertPages(tx, service, { row, by, target, pages })
  })
}

async function canEdit(db: Db | Tx, spaceId: string, userId: string): Promise<boolean> {
  const facts = await accessFacts(db, { kind: 'space', id: spaceId }, userId)
  if (facts === null || facts.member === null || facts.member.disabled) return false
  return grantsPermission(resolveAccess(facts).role, 'space.edit')
}

/** Null while the pages have nowhere to go. */
type Target = { readonly changeRequestId: string | undefined; readonly tree: Snapshot }

async function targetOf(
  tx: Tx,
  row: PendingRow,
  { by, services }: { readonly by: string; readonly services: ImportServices },
): Promise<Target | null> {
  const at = { organizationId: row.organization_id, spaceId: row.space_id }
  const space = await tx
    .selectFrom('space')
    .select(['edit_mode as editMode', 'deleted_at as deletedAt'])
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', at.spaceId)
    .forKeyShare()
    .executeTakeFirst()
  if (space === undefined || space.deletedAt !== null) return null
  if (row.change_request_id !== null) {
    const { status, revision } = await requestHeadOf(tx, { ...at, changeRequestId: row.change_request_id })
    if (status === 'archived') return null
    if (status !== 'merged')
      return { changeRequestId: row.change_request_id, tree: (await contentOf(tx, at, revision)).tree }
  }
  const { tree } = await contentOf(tx, at)
  if (space.editMode !== 'locked') return { changeRequestId: undefined, tree }
  const subject = `Add pages for ${row.source}`.slice(0, 100)
  return { changeRequestId: await services.createChangeRequest(tx, { ...at, subject, by }), tree }
}

type Insertion = {
  readonly row: PendingRow
  readonly by: string
  readonly target: Target
  readonly pages: readonly PlannedPage[]
}

async function insertPages(tx: Tx, service: Service, insertion: Insertion): Promise<void> {
  const { row, by, target, pages } = insertion
  await deletePendingReference(tx, row)
  const [first] = pages
  const last = pages.at(-1)
  const start = positionIn(target.tree, row)
  // Without the parent, there is no place for them.
  if (start === null || first === undefined || last === undefined) return
  const { newId } = service
  const at = { organizationId: row.organization_id, spaceId: row.space_id, now: service.now() }
  const changes = pages.flatMap((page, index) =>
    insertionsOf(page, { into: row.parent_page, at: start + index }),
  )
  const { changeRequestId } = target
  const input = { ...at, changes, by, newId }
  const { revision } = await (changeRequestId === undefined
    ? commit(tx, input)
    : commitToRequest(tx, { ...input, changeRequestId }))
  if (row.is_listed) {
    const files = everyId(pages).map((id) => ({
      kind: 'generated' as const,
      target: id,
      path: '',
      bytes: null,
    }))
    await recordOriginalFiles(tx, at, { revision, files })
  }
  await placeBehind(tx, row, last.id)
  await reportPage(tx, row, first)
}

/** The index of the pages among their siblings; null if their parent is gone. */
function positionIn(tree: Snapshot, row: PendingRow): number | null {
  if (row.parent_page !== null && tree.page(row.parent_page) === undefined) return null
  const siblings = tree.below(row.parent_page)
  const previous = row.previous_page === null ? -1 : siblings.indexOf(row.previous_page)
  if (previous >= 0) return previous + 1
  const next = row.next_page === null ? -1 : siblings.indexOf(row.next_page)
  return next >= 0 ? next : siblings.length
}

const everyId = (pages: readonly PlannedPage[]): string[] =>
  pages.flatMap(({ id, children }) => [id, ...everyId(children)])
