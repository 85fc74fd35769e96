import { mergeTags, mergeVariables } from './change-variables.ts'
import type { Conflict, Resolution } from './changes.ts'
import type { Root } from './entries.ts'
import { applyMerge } from './merge-apply.ts'
import type { MergeContext } from './merge-context.ts'
import { mergeDeletions } from './merge-deletions.ts'
import { mergeEntries } from './merge-entries.ts'
import { mergeFiles } from './merge-files.ts'
import { mergeParents } from './merge-parents.ts'
import { mergeReusables } from './merge-reusables.ts'
import { statesOf } from './merge-states.ts'
import type { Hash, Objects } from './objects.ts'
import { openTree, readRoot } from './page-tree.ts'
import { diffTrees } from './tree-diff.ts'

/** The roots of the common base, of the space's head and of the request. */
export type ThreeRoots = { readonly base: Hash; readonly theirs: Hash; readonly ours: Hash }

/** The merged root, or the conflicts to resolve first. */
export type MergedRoot = { readonly root: Hash } | { readonly conflicts: readonly Conflict[] }

type Resolutions = ReadonlyMap<string, Resolution>

/**
 * Merges two states of a space with a common base. Only differences are read: the cost depends on the changes, not on
 * the size of the space. Nothing is stored before the objects are flushed.
 */
export async function mergeHashes(
  objects: Objects,
  { base, theirs, ours }: ThreeRoots,
  resolutions: Resolutions = new Map(),
): Promise<MergedRoot> {
  if (theirs === base || ours === theirs) return { root: ours }
  if (ours === base) return { root: theirs }
  const roots = {
    base: await readRoot(objects, base),
    theirs: await readRoot(objects, theirs),
    ours: await readRoot(objects, ours),
  }
  return mergeRoots(objects, roots, resolutions)
}

/** As `mergeHashes`, without the shortcuts for a side without changes. */
export async function mergeRoots(
  objects: Objects,
  roots: Readonly<Record<'base' | 'theirs' | 'ours', Root>>,
  resolutions: Resolutions = new Map(),
): Promise<MergedRoot> {
  const diffs = {
    theirs: await diffTrees(objects, roots.base, roots.theirs),
    ours: await diffTrees(objects, roots.base, roots.ours),
  }
  const states = statesOf(diffs)
  const theirs = new Map([...states].map(([id, state]) => [id, state.theirs]))
  const context: MergeContext = { diffs, states, resolutions, conflicts: [] }
  mergeDeletions(context)
  const entries = await mergeEntries(context, objects)
  const parents = mergeParents(context)
  const reusables = await mergeReusables(context, objects, roots)
  const variables = await mergeVariables(context, objects, roots)
  if (context.conflicts.length > 0) return { conflicts: context.conflicts.toSorted(byPage) }

  const locate = async (ids: readonly string[]) => {
    const known = ids.map((id) => [id, theirs.get(id)] as const)
    return new Map(known.flatMap(([id, page]) => (page ? [[id, page.parent] as const] : [])))
  }
  const tree = openTree(objects, roots.theirs, locate)
  await applyMerge(tree, diffs, { entries, parents: parents, theirs })
  await mergeFiles(tree, objects, roots)
  for (const entry of reusables.put) tree.reusables.put(entry)
  for (const id of reusables.removed) tree.reusables.remove(id)
  if (variables !== null) tree.values.putVariables(variables)
  await mergeTags(tree, objects, roots)
  return { root: await tree.store() }
}

const kinds = ['page', 'place', 'field', 'block']

function byPage(a: Conflict, b: Conflict): number {
  const [one, other] = [a.page.path ?? a.page.id, b.page.path ?? b.page.id]
  if (one !== other) return one < other ? -1 : 1
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
}
