import { uniqueSlug } from '#markup/slug.ts'
import { canonicalPage, type PageEntry } from './entries.ts'
import type { Diffs } from './merge-states.ts'
import type { PageTree } from './page-tree.ts'
import { mergedOrder } from './sequences.ts'
import type { TreePage } from './tree-diff.ts'

/** The merged tree, as far as it may differ from theirs. */
export type MergedTree = {
  readonly entries: ReadonlyMap<string, PageEntry>
  readonly parents: ReadonlyMap<string, string | null>
  /** Every compared page as the space has it. */
  readonly theirs: ReadonlyMap<string, TreePage | null>
}

/** Turns the space's tree into the merged one. */
export async function applyMerge(tree: PageTree, diffs: Diffs, merged: MergedTree): Promise<void> {
  const changedParents = await insertAndMove(tree, merged)
  for (const [id, before] of merged.theirs) {
    const isGone = before !== null && !merged.entries.has(id)
    if (isGone && (await tree.find(id)) !== null) await tree.remove(id)
  }
  await replaceEntries(tree, merged)
  await makeSlugsUnique(tree, merged)
  await order(tree, diffs, changedParents)
}

/**
 * Inserts and moves pages from the root down: each parent is in its final position before its children, so that no page
 * is ever below itself. Returns the parents that got new children.
 */
async function insertAndMove(
  tree: PageTree,
  { entries, parents, theirs }: MergedTree,
): Promise<Set<string | null>> {
  const changedParents = new Set<string | null>()
  for (const id of rootsFirst(parents)) {
    const entry = entries.get(id)
    const parent = parents.get(id) ?? null
    const before = theirs.get(id) ?? null
    if (entry === undefined || before?.parent === parent) continue
    if (before === null) await tree.insert(entry, parent)
    else await tree.move(id, parent)
    changedParents.add(parent)
  }
  return changedParents
}

function rootsFirst(parents: ReadonlyMap<string, string | null>): string[] {
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const parent = parents.get(id)
    const depth = parent === null || parent === undefined ? 0 : depthOf(parent) + 1
    depths.set(id, depth)
    return depth
  }
  return [...parents.keys()].sort((a, b) => depthOf(a) - depthOf(b))
}

async function replaceEntries(tree: PageTree, { entries }: MergedTree): Promise<void> {
  for (const [id, entry] of entries) {
    const location = await tree.find(id)
    if (location === null) continue
    const { children } = location.entry
    const next = canonicalPage(children === undefined ? entry : { ...entry, children })
    if (JSON.stringify(next) !== JSON.stringify(location.entry)) await tree.replace(next)
  }
}

/** A page that already had its slug in the folder keeps it; a new page or a changed slug gets a suffix. */
async function makeSlugsUnique(tree: PageTree, { entries, parents, theirs }: MergedTree): Promise<void> {
  const newcomers = new Map<string | null, PageEntry[]>()
  for (const [id, entry] of entries) {
    const [parent, before] = [parents.get(id) ?? null, theirs.get(id)]
    const isUnchanged = before?.parent === parent && before.entry.slug === entry.slug
    if (isUnchanged || entry.type === 'link') continue
    if (newcomers.get(parent)?.push(entry) === undefined) newcomers.set(parent, [entry])
  }
  for (const [parent, some] of newcomers) {
    const ids = new Set(some.map(({ id }) => id))
    const others = (await tree.childrenOf(parent)).filter(({ id, type }) => type !== 'link' && !ids.has(id))
    const taken = new Set(others.map(({ slug }) => slug))
    for (const { id } of some.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const entry = (await tree.find(id))?.entry
      if (entry === undefined) continue
      const slug = uniqueSlug(entry.slug, taken)
      taken.add(slug)
      if (slug !== entry.slug) await tree.replace({ ...entry, slug })
    }
  }
}

/** Orders the children of parents that the request changed, and of those that got new children. */
async function order(tree: PageTree, { theirs, ours }: Diffs, changedParents: ReadonlySet<string | null>) {
  for (const owner of new Set([...ours.folders.keys(), ...changedParents])) {
    if (owner !== null && (await tree.find(owner)) === null) continue
    const [t, o] = [theirs.folders.get(owner), ours.folders.get(owner)]
    const before = (o ?? t)?.before
    if (before === undefined) continue
    const base = idsOf(before)
    const members = new Set(idsOf(await tree.childrenOf(owner)))
    const orders = { theirs: t ? idsOf(t.after) : base, ours: o ? idsOf(o.after) : base }
    await tree.arrange(owner, mergedOrder({ base, ...orders, members }))
  }
}

const idsOf = (entries: readonly PageEntry[]) => entries.map(({ id }) => id)
