import type { Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'
import { mergeHashes } from './merge-roots.ts'
import { type Hash, objectsOf } from './objects.ts'
import { advanceRequest, type RequestRef, recordContribution } from './request-rows.ts'
import { addRevision, type Head, revisionAt } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

/** What undoes a merge: the revision of the space to start a change request from, and the content of the request. */
export type Reversal = { readonly base: string; readonly root: Hash }

/**
 * Undoes what a merge changed and keeps later edits: a three-way merge from the merged revision to the head and to the
 * revision before the merge. With conflicts, the request starts from the merged revision with the content before it, so
 * that merging or updating it finds the same conflicts. Nothing but objects is written.
 * @throws {DomainError} `no_change` (the head has none of the changes)
 */
export async function reversalOf(
  tx: Tx,
  at: SpaceRef,
  mergeRevision: string,
  head: Pick<Head, 'revision' | 'root'>,
): Promise<Reversal> {
  const merge = await revisionAt(tx, at, mergeRevision)
  const before = await revisionAt(tx, at, merge.parents[0] ?? '')
  const objects = objectsOf(tx, at.organizationId)
  const merged = await mergeHashes(objects, { base: merge.root, theirs: head.root, ours: before.root })
  if ('conflicts' in merged) return { base: merge.id, root: before.root }
  if (merged.root === head.root) {
    throw new DomainError('no_change', 'There’s nothing to revert: the space has none of these changes')
  }
  await objects.flush()
  return { base: head.revision, root: merged.root }
}

type Authorship = { readonly by: string; readonly now: Date; readonly newId: () => string }

/** Adds the first revision of a change request that was created from `base`. */
export async function startWith(
  tx: Tx,
  { by, now, newId, ...ref }: RequestRef & Authorship,
  { base, root }: Reversal,
): Promise<void> {
  const id = newId()
  const { changeRequestId } = ref
  await addRevision(tx, ref, { id, parents: [base], root, type: 'edits', changeRequestId, by, now })
  await advanceRequest(tx, ref, { revision: id, now })
  await recordContribution(tx, ref, { by, contribution: 'edit', now })
}
