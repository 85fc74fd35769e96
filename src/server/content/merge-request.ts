import type { Db, Tx } from '../db/client.ts'
import type { Conflict, Resolution } from './changes.ts'
import { locateIn } from './commit-to-request.ts'
import { toEditableText } from './editable-text.ts'
import { combinedLinkIndex, headLinkIndex, type LinkIndex } from './link-rows.ts'
import { mergeHashes, type ThreeRoots } from './merge-roots.ts'
import { type Objects, objectsOf } from './objects.ts'
import { openTree, readRoot } from './page-tree.ts'
import { type PrefetchedTexts, projectHeadChange } from './project-head.ts'
import {
  advanceRequest,
  expectEditable,
  lockRequestHead,
  type RequestHead,
  type RequestRef,
  recordContribution,
  requestHeadOf,
} from './request-rows.ts'
import { toStoredText } from './resolve-texts.ts'
import { addHead, addRevision, headOf, lockHead, type Revision, revisionAt } from './revision-rows.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { pagesLinkedBy } from './texts.ts'
import { treeLinkIndex } from './tree-link-index.ts'

export type MergeInput = RequestRef & {
  readonly by: string
  readonly now: Date
  readonly newId: () => string
}

/** `revision` is the new one, or the current one if there are conflicts. */
export type MergeResult = { readonly revision: string; readonly result: 'done' | 'conflicts' }

/**
 * Merges a request into its space: one revision, the head and its projections, in the caller's transaction. Space and
 * request stay locked until it ends. With conflicts nothing changes. The caller updates the request's own status.
 * `read` is the result of `readAhead`.
 * @throws {DomainError} `not_found`, `invalid_state` (merged or archived)
 */
export async function mergeRequest(tx: Tx, input: MergeInput, read?: PrefetchedTexts): Promise<MergeResult> {
  const { by, now, newId } = input
  const head = await lockHead(tx, input)
  const request = await lockRequestHead(tx, input)
  expectEditable(request)
  const objects = objectsOf(tx, input.organizationId)
  const roots = await rootsOf(tx, input, request, head)
  const merged = await mergeHashes(objects, roots)
  if (!('root' in merged)) return { revision: head.revision, result: 'conflicts' }
  await objects.flush()
  const [from, to] = [await readRoot(objects, roots.theirs), await readRoot(objects, merged.root)]
  await projectHeadChange(tx, input, { objects, from, to, now, prefetched: read })
  const id = newId()
  const parents = [...new Set([head.revision, request.revision])]
  await addHead(tx, input, { id, parents, root: merged.root, type: 'merge', by, now })
  return { revision: id, result: 'done' }
}

/**
 * Merges the current content of the space into a request, as a revision of the request. With conflicts that
 * `resolutions` do not resolve, nothing changes.
 * @throws {DomainError} `not_found`, `invalid_state`, `validation` (a text that cannot resolve its conflict)
 */
export async function updateRequest(
  tx: Tx,
  input: MergeInput & { readonly resolutions: ReadonlyMap<string, Resolution> },
): Promise<MergeResult> {
  const { by, now, newId, changeRequestId } = input
  const request = await lockRequestHead(tx, input)
  expectEditable(request)
  const head = await headOf(tx, input)
  if (head.id === request.ancestor) return { revision: request.revision, result: 'done' }
  const objects = objectsOf(tx, input.organizationId)
  const roots = await rootsOf(tx, input, request, head)
  const merged = await mergeHashes(objects, roots, await withStoredLinks(tx, input, objects, roots))
  if (!('root' in merged)) return { revision: request.revision, result: 'conflicts' }
  await objects.flush()
  const id = newId()
  const parents = [...new Set([request.revision, head.id])]
  await addRevision(tx, input, { id, parents, root: merged.root, type: 'update', changeRequestId, by, now })
  await advanceRequest(tx, input, { revision: id, ancestor: head.id, now })
  await recordContribution(tx, input, { by, contribution: 'edit', now })
  return { revision: id, result: 'done' }
}

/** The conflicts of a merge with the current head, with links to pages as writers see them. Changes nothing. */
export async function requestConflicts(db: Db, ref: RequestRef): Promise<readonly Conflict[]> {
  const objects = objectsOf(db, ref.organizationId)
  const roots = await rootsOf(db, ref, await requestHeadOf(db, ref), await headOf(db, ref))
  const merged = await mergeHashes(objects, roots)
  if (!('conflicts' in merged)) return []
  const ours = await snapshotAt(objects, ref, roots.ours)
  const theirs = await snapshotAt(objects, ref, roots.theirs)
  const conflicts: Conflict[] = []
  for (const conflict of merged.conflicts)
    conflicts.push(conflict.kind === 'block' ? await withReadableLinks(conflict, [ours, theirs]) : conflict)
  return conflicts
}

async function withReadableLinks(conflict: Conflict, trees: readonly Snapshot[]): Promise<Conflict> {
  const { base = '', theirs = '', ours = '' } = conflict
  const linked = [base, theirs, ours].flatMap(pagesLinkedBy)
  const paths = linked.flatMap((id) => {
    const path = trees.map((tree) => tree.page(id)?.path).find((one) => typeof one === 'string')
    return path === undefined || path === null ? [] : [[id, path] as const]
  })
  const editable = (text: string) => toEditableText(text, new Map(paths))
  return {
    ...conflict,
    base: await editable(base),
    theirs: await editable(theirs),
    ours: await editable(ours),
  }
}

/** The three roots of a merge or an update of a request. */
export async function rootsOf(
  db: Db | Tx,
  ref: RequestRef,
  request: RequestHead,
  head: Pick<Revision, 'root'>,
): Promise<ThreeRoots> {
  const base = await revisionAt(db, ref, request.ancestor)
  const ours = request.revision === request.ancestor ? base : await revisionAt(db, ref, request.revision)
  return { base: base.root, theirs: head.root, ours: ours.root }
}

const snapshotAt = async (objects: Objects, { spaceId }: RequestRef, root: string): Promise<Snapshot> =>
  snapshotOf(objects, spaceId, await readRoot(objects, root))

/** Resolutions with texts in their stored form: links are resolved in the request, else in the space. */
async function withStoredLinks(
  tx: Tx,
  input: RequestRef & { readonly resolutions: ReadonlyMap<string, Resolution> },
  objects: Objects,
  roots: ThreeRoots,
): Promise<ReadonlyMap<string, Resolution>> {
  const { resolutions } = input
  if (![...resolutions.values()].some(({ take }) => take === 'text')) return resolutions
  const merged = await mergeHashes(objects, roots)
  const blocks = 'conflicts' in merged ? merged.conflicts.filter(({ kind }) => kind === 'block') : []
  const tree = await snapshotAt(objects, input, roots.ours)
  const links = await linkIndexOf(tx, input, objects, { root: roots.ours, tree })
  const stored = new Map(resolutions)
  for (const { id, page } of blocks) {
    const resolution = resolutions.get(id)
    if (resolution?.take !== 'text') continue
    const text = await toStoredText(resolution.text, tree.page(page.id)?.path ?? page.path ?? '', links)
    stored.set(id, { take: 'text', text })
  }
  return stored
}

async function linkIndexOf(
  tx: Tx,
  at: RequestRef,
  objects: Objects,
  { root: hash, tree: snapshot }: { readonly root: string; readonly tree: Snapshot },
): Promise<LinkIndex> {
  const root = await readRoot(objects, hash)
  const tree = openTree(objects, root, locateIn(snapshot))
  return combinedLinkIndex(treeLinkIndex({ db: tx, at, tree }), headLinkIndex(tx, at))
}
