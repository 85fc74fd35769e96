import type { Tx } from '../db/client.ts'
import { DomainError } from '../errors.ts'
import { applyChanges, textsIn } from './apply-changes.ts'
import { resolveReusables } from './change-reusables.ts'
import { type CommitInput, type CommitResult, filesAt, reusablesAt, treeAt, variablesAt } from './commit.ts'
import { endSession, positionAfter } from './editing-sessions.ts'
import { writeUnshownFiles } from './file-rows.ts'
import { objectsOf } from './objects.ts'
import { type Locate, openTree, readRoot } from './page-tree.ts'
import { parseAhead } from './parsed-texts.ts'
import { advanceRequest, expectEditable, lockRequestHead, recordContribution } from './request-rows.ts'
import { parseTexts, resolveTexts } from './resolve-texts.ts'
import { addRevision, revisionAt } from './revision-rows.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { treeLinkIndex } from './tree-link-index.ts'

export type RequestCommit = CommitInput & { readonly changeRequestId: string }

/**
 * Changes the content of a change request in one revision of its own, in the caller's transaction. The space's head and
 * tables do not change, whether it is locked or not; the request stays locked until the transaction ends.
 * @throws {DomainError} `not_found`, `invalid_state` (merged or archived), and what `commit` throws
 */
export async function commitToRequest(tx: Tx, input: RequestCommit): Promise<CommitResult> {
  const { changes, by, coAuthors = [], now, newId, changeRequestId } = input
  await parseAhead(await textsIn(changes))
  const head = await lockRequestHead(tx, input)
  expectEditable(head)
  const objects = objectsOf(tx, input.organizationId)
  const { root: hash } = await revisionAt(tx, input, head.revision)
  const root = await readRoot(objects, hash)
  const tree = openTree(objects, root, locateIn(await snapshotOf(objects, input.spaceId, root)))
  const revision = (id: string) => treeAt(tx, objects, input, id)
  const base = input.base === undefined || input.base === head.revision ? null : await revision(input.base)

  const filesOf = (id: string) => filesAt(tx, objects, input, id)
  const reusablesOf = (id: string) => reusablesAt(tx, objects, input, id)
  const reusablesAtBase = base === null ? null : () => reusablesOf(input.base ?? '')
  const variablesAtBase = base === null ? null : () => variablesAt(tx, objects, input, input.base ?? '')
  const batch = {
    tree,
    base,
    revertTo: head.ancestor,
    revision,
    filesOf,
    reusablesOf,
    reusablesAtBase,
    variablesAtBase,
    now,
    newId,
  }
  const draft = await applyChanges(batch, changes)
  const links = treeLinkIndex({ db: tx, at: input, tree })
  await resolveTexts({ tree, base, objects, draft, links, now }, await parseTexts(tree, draft.texts))
  await resolveReusables({ tree, objects, draft, links, now })
  if (draft.conflicts.length > 0) {
    const { conflicts } = draft
    throw new DomainError('conflict', 'Someone else changed the same content since you last read it', {
      conflicts,
    })
  }
  const result = {
    previous: head.revision,
    changes: [...draft.outcomes.values()],
    files: draft.files,
    reusables: draft.reusables,
  }
  const next = await tree.store()
  if (next === hash) {
    await endSession(tx, input, head.revision)
    return { revision: head.revision, ...result }
  }
  const { added, edited } = await tree.fileChanges()
  await writeUnshownFiles(tx, input, [...added, ...edited.map(({ after }) => after)])
  await objects.flush()
  const id = newId()
  const position = await positionAfter(tx, input, head.revision)
  const revisionInput = {
    id,
    ...position,
    root: next,
    type: 'edits' as const,
    changeRequestId,
    by,
    coAuthors,
    now,
  }
  await addRevision(tx, input, revisionInput)
  await advanceRequest(tx, input, { revision: id, now })
  const isNew = !position.session?.replaces
  for (const author of by === null ? [] : [by, ...coAuthors])
    await recordContribution(tx, input, { by: author, contribution: 'edit', now, isNew })
  return { revision: id, ...result }
}

/** Finds the parents of pages in a tree that is not in the tables. */
export const locateIn =
  (snapshot: Snapshot): Locate =>
  async (ids) => {
    const parents = new Map<string, string | null>()
    for (const id of ids) {
      for (let node = snapshot.page(id); node !== undefined && !parents.has(node.entry.id); ) {
        parents.set(node.entry.id, node.parent)
        node = node.parent === null ? undefined : snapshot.page(node.parent)
      }
    }
    return parents
  }
