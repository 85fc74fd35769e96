import type { Tx } from '../db/client.ts'
import { DomainError, notFound } from '../errors.ts'
import { applyChanges, pagesMentionedIn, textsIn } from './apply-changes.ts'
import { resolveReusables } from './change-reusables.ts'
import type { Change, Outcome, ReusableOutcome } from './changes.ts'
import type { Draft } from './draft.ts'
import { endSession, positionAfter } from './editing-sessions.ts'
import type { FileEntry, PageEntry } from './entries.ts'
import { projectFiles } from './file-rows.ts'
import { headLinkIndex, pagesIncluding, pagesShowing } from './link-rows.ts'
import { readList } from './lists.ts'
import { type Hash, type Objects, objectsOf } from './objects.ts'
import { parentsOf } from './page-rows.ts'
import { openTree, type PageTree, readRoot } from './page-tree.ts'
import { parseAhead } from './parsed-texts.ts'
import {
  addedIn,
  changesAddresses,
  changesText,
  type KnownText,
  projectPages,
  projectTexts,
  rewriteRows,
} from './projection.ts'
import { type ParsedText, parseTexts, resolveTexts } from './resolve-texts.ts'
import { reusablesIn } from './reusables.ts'
import { headParts, lockHead, rootOf } from './revision-rows.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'
import { changedVariables, variablesIn } from './space-values.ts'

export type CommitInput = SpaceRef & {
  /** Applied in order: all or none. */
  readonly changes: readonly Change[]
  /** The revision the caller saw; later changes are merged in. Absent for the head. */
  readonly base?: string | undefined
  /** Saves of one session are one revision, see `positionAfter`. */
  readonly editingSession?: string | undefined
  readonly endsSession?: boolean | undefined
  readonly by: string | null
  /** Everyone else who wrote the changes. */
  readonly coAuthors?: readonly string[] | undefined
  readonly now: Date
  readonly newId: () => string
}

/** What a caller can say about an edit. */
export type EditOptions = Pick<CommitInput, 'base' | 'editingSession' | 'endsSession'>

export type CommitResult = {
  /** The head after the commit: a new revision, or the previous one if nothing changed. */
  readonly revision: string
  /** The head before the commit. */
  readonly previous: string
  readonly changes: readonly Outcome[]
  readonly files: readonly (FileEntry & { readonly ref?: string })[]
  /** By id, in the order of the first change. */
  readonly reusables: ReadonlyMap<string, ReusableOutcome>
}

/**
 * Changes the content of a space: one revision, the head and its projections, in the caller's transaction. The space
 * stays locked until the transaction ends, so that concurrent commits follow each other and none is lost.
 * @throws {DomainError} `not_found` (space, page, base), `space_locked`, `conflict` (a slug is taken, or
 *   `details.conflicts` lists what others changed since `base`), `invalid_position`, `validation`
 */
export async function commit(tx: Tx, input: CommitInput): Promise<CommitResult> {
  const { changes, now, newId } = input
  await parseAhead(await textsIn(changes))
  const mentioned = pagesMentionedIn(changes)
  const head = await lockHead(tx, input, mentioned)
  if (head.isLocked)
    throw new DomainError('space_locked', 'This space is locked. Create a change request instead')
  const objects = objectsOf(tx, input.organizationId)
  const root = await readRoot(objects, head.root)
  const asked = new Set(mentioned)
  const tree = openTree(objects, root, async (ids) =>
    ids.every((id) => asked.has(id)) ? head.parents : parentsOf(tx, input, ids),
  )
  const base =
    input.base === undefined || input.base === head.revision
      ? null
      : await treeAt(tx, objects, input, input.base)
  const revision = (id: string) => treeAt(tx, objects, input, id)

  const revertTo = base === null ? null : (input.base ?? null)
  const filesOf = (id: string) => filesAt(tx, objects, input, id)
  const reusablesOf = (id: string) => reusablesAt(tx, objects, input, id)
  const reusablesAtBase = base === null ? null : () => reusablesOf(input.base ?? '')
  const variablesAtBase = base === null ? null : () => variablesAt(tx, objects, input, input.base ?? '')
  const draft = await applyChanges(
    {
      tree,
      base,
      revertTo,
      revision,
      filesOf,
      reusablesOf,
      reusablesAtBase,
      variablesAtBase,
      now,
      newId,
    },
    changes,
  )
  await projectFiles(tx, input, await tree.fileChanges())
  const known = await resolveLinks(tx, input, { tree, base, objects, draft })
  if (draft.conflicts.length > 0) {
    const { conflicts } = draft
    throw new DomainError('conflict', 'Someone else changed the same content since you last read it', {
      conflicts,
    })
  }
  return finish(tx, input, { head, root: head.root, tree, objects, draft, known })
}

type CommitState = {
  readonly tree: PageTree
  readonly base: Snapshot | null
  readonly objects: Objects
  readonly draft: Draft
}

/**
 * Resolves links against the pages after the changes. If pages moved, the page table is updated first, because the
 * links are looked up there.
 */
async function resolveLinks(
  tx: Tx,
  input: CommitInput,
  working: CommitState,
): Promise<ReadonlyMap<string, KnownText>> {
  const { tree, draft } = working
  const texts = await parseTexts(tree, draft.texts)
  const changes = await tree.changes()
  const movesPages = changesAddresses(changes)
  const isFirst = movesPages && readsPages(working, texts)
  if (isFirst) await projectPages(tx, input, { tree, changes, now: input.now })
  const known = await resolveTexts({ ...working, links: headLinkIndex(tx, input), now: input.now }, texts)
  await resolveReusables({ ...working, links: headLinkIndex(tx, input), now: input.now })
  const after = await tree.changes()
  if (movesPages && !isFirst) await projectPages(tx, input, { tree, changes: after, now: input.now })
  else
    await rewriteRows(
      tx,
      input,
      tree,
      after.filter(({ id }) => !isFirst || draft.texts.has(id)),
    )
  return known
}

/** Whether the page table is read while texts are resolved and merged. */
const readsPages = ({ base, draft }: CommitState, texts: readonly ParsedText[]): boolean =>
  base !== null || draft.reusableTexts.size > 0 || texts.some(({ candidates }) => candidates.size > 0)

type FinishOptions = {
  readonly head: { readonly revision: string }
  readonly root: Hash
  readonly tree: PageTree
  readonly objects: Objects
  readonly draft: Draft
  readonly known: ReadonlyMap<string, KnownText>
}

async function finish(
  tx: Tx,
  input: CommitInput,
  { head, root, tree, objects, draft, known }: FinishOptions,
) {
  const outcomes = [...draft.outcomes.values()]
  const result = {
    previous: head.revision,
    changes: outcomes,
    files: draft.files,
    reusables: draft.reusables,
  }
  const next = await tree.store()
  if (next === root) {
    await endSession(tx, { ...input, changeRequestId: null }, head.revision)
    return { revision: head.revision, ...result }
  }
  const stored = await objects.flushAllButLast()
  const written = (await tree.changes()).filter(changesText)
  const pages = written.flatMap(({ after }) => (after?.entry.type === 'document' ? [after.entry] : []))
  const there = new Set(pages.map(({ id }) => id))
  const after = await readRoot(objects, next)
  const variables = await changedVariables(objects, await readRoot(objects, root), after)
  const including = (await dependentPages(tx, input, tree, { draft, variables })).filter(
    ({ id }) => !there.has(id),
  )
  const added = addedIn(written)
  const revision = input.newId()
  const { by, coAuthors, now } = input
  const position = await positionAfter(tx, input, head.revision)
  const newHead = { id: revision, ...position, root: next, type: 'edits', by, coAuthors, now } as const
  const last = [...stored, ...headParts(input, newHead)]
  await projectTexts(tx, input, { objects, pages: [...pages, ...including], known, root: after, added, last })
  return { revision, ...result }
}

/** The pages that include a reusable content or show a variable which the batch changed. */
async function dependentPages(
  tx: Tx,
  at: SpaceRef,
  tree: PageTree,
  { draft, variables }: { readonly draft: Draft; readonly variables: readonly string[] },
): Promise<PageEntry[]> {
  const pages: PageEntry[] = []
  const including = await pagesIncluding(tx, at, [...draft.reusables.keys()])
  const ids = [...new Set([...including, ...(await pagesShowing(tx, at, variables))])]
  if (ids.length > 0) await tree.prepare(ids)
  for (const id of ids) {
    const location = await tree.find(id)
    if (location !== null) pages.push(location.entry)
  }
  return pages
}

/** The tree of a revision of the space. @throws {DomainError} `not_found` */
export async function treeAt(tx: Tx, objects: Objects, space: SpaceRef, revision: string): Promise<Snapshot> {
  const hash = await rootOf(tx, space, revision)
  if (hash === null) throw notFound('revision', revision)
  return snapshotOf(objects, space.spaceId, await readRoot(objects, hash))
}

/** The files of a revision of the space. @throws {DomainError} `not_found` */
export async function filesAt(tx: Tx, objects: Objects, space: SpaceRef, revision: string) {
  const hash = await rootOf(tx, space, revision)
  if (hash === null) throw notFound('revision', revision)
  const { files } = await readRoot(objects, hash)
  return (await readList<FileEntry>(objects, files)).flatMap(({ items }) => items)
}

/** The reusable contents of a revision of the space. @throws {DomainError} `not_found` */
export async function reusablesAt(tx: Tx, objects: Objects, space: SpaceRef, revision: string) {
  const hash = await rootOf(tx, space, revision)
  if (hash === null) throw notFound('revision', revision)
  return reusablesIn(objects, await readRoot(objects, hash))
}

/** The variables of a revision of the space. @throws {DomainError} `not_found` */
export async function variablesAt(tx: Tx, objects: Objects, space: SpaceRef, revision: string) {
  const hash = await rootOf(tx, space, revision)
  if (hash === null) throw notFound('revision', revision)
  return variablesIn(objects, await readRoot(objects, hash))
}
