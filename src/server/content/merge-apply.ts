import { uniqueSlug } from '#markup/slug.ts'
import { canonicalPage, type PageEntry } from './entries.ts'
import type { Diffs } from './merge-states.ts'
import type { PageTree } from './page-tree.ts'
import { mergedOrder } from './sequences.ts'
import type { TreePage } from './tree-diff.ts'

/** What the merged tree is to be, as far as it may differ from theirs. */
export type MergedTree = {
  readonly entries: ReadonlyMap<string, PageEntry>
  readonly parents: ReadonlyMap<string, string | null>
  /** Every page that is looked at, as theirs has it. */
  readonly theirs: ReadonlyMap<string, TreePage | null>
}

/** Makes the tree, which is theirs, the merged one. */
export async function applyMerge(tree: PageTree, diffs: Diffs, wanted: MergedTree): Promise<void> {
  const arrived = await insertAndMove(tree, wanted)
  for (const [id, standing] of wanted.theirs) {
    const isGone = standing !== null && !wanted.entries.has(id)
    if (isGone && (await tree.find(id)) !== null) await tree.remove(id)
  }
  await replaceEntries(tree, wanted)
  await makeSlugsUnique(tree, wanted)
  await order(tree, diffs, arrived)
}

/**
 * Inserts and moves, from the root down: whatever something is put below stands where it will stand already, so that
 * no page is below itself for a moment. Answers the folders where something arrived.
 */
async function insertAndMove(
  tree: PageTree,
  { entries, parents, theirs }: MergedTree,
): Promise<Set<string | null>> {
  const arrived = new Set<string | null>()
  for (const id of rootsFirst(parents)) {
    const entry = entries.get(id)
    const parent = parents.get(id) ?? null
    const standing = theirs.get(id) ?? null
    if (entry === undefined || standing?.parent === parent) continue
    if (standing === null) await tree.insert(entry, parent)
    else await tree.move(id, parent)
    arrived.add(parent)
  }
  return arrived
}

function rootsFirst(places: ReadonlyMap<string, string | null>): string[] {
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const parent = places.get(id)
    const depth = parent === null || parent === undefined ? 0 : depthOf(parent) + 1
    depths.set(id, depth)
    return depth
  }
  return [...places.keys()].sort((a, b) => depthOf(a) - depthOf(b))
}

async function replaceEntries(tree: PageTree, { entries }: MergedTree): Promise<void> {
  for (const [id, entry] of entries) {
    const spot = await tree.find(id)
    if (spot === null) continue
    const { children } = spot.entry
    const next = canonicalPage(children === undefined ? entry : { ...entry, children })
    if (JSON.stringify(next) !== JSON.stringify(spot.entry)) await tree.replace(next)
  }
}

/** A page that stood there under its slug keeps it; one that came beside it, or took the slug, gets a suffix. */
async function makeSlugsUnique(tree: PageTree, { entries, parents, theirs }: MergedTree): Promise<void> {
  const newcomers = new Map<string | null, PageEntry[]>()
  for (const [id, entry] of entries) {
    const [parent, standing] = [parents.get(id) ?? null, theirs.get(id)]
    const stayed = standing?.parent === parent && standing.entry.slug === entry.slug
    if (stayed || entry.type === 'link') continue
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

/** Orders the folders that ours changed, and those where something arrived. */
async function order(tree: PageTree, { theirs, ours }: Diffs, arrived: ReadonlySet<string | null>) {
  for (const owner of new Set([...ours.folders.keys(), ...arrived])) {
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
