import { LRUCache } from 'lru-cache'
import { mergeHashes } from './merge-roots.ts'
import type { Hash, Objects } from './objects.ts'
import { readRoot } from './page-tree.ts'
import { diffTrees, isChanged } from './tree-diff.ts'

/** The base root and the own root of a change request. */
export type Proposal = { readonly id: string; readonly base: Hash; readonly ours: Hash }

type Titles = ReadonlyMap<string, string>

/** By the two roots, which determine the result. */
const changed = new LRUCache<string, Titles>({
  maxSize: 100_000,
  sizeCalculation: (titles) => titles.size + 1,
})

/** The pages that a request changes, with their titles. */
export async function pagesChangedBy(objects: Objects, { base, ours }: Proposal): Promise<Titles> {
  const key = `${base} ${ours}`
  const known = changed.get(key)
  if (known !== undefined) return known
  const { pages } = await diffTrees(objects, await readRoot(objects, base), await readRoot(objects, ours))
  const titles = new Map<string, string>()
  for (const [id, sides] of pages) {
    if (isChanged(sides)) titles.set(id, (sides.after ?? sides.before)?.entry.title ?? '')
  }
  changed.set(key, titles)
  return titles
}

/** Ids of the requests that merge cleanly one after the other, and of those that conflict with an earlier one. */
export type MergeOrder = { readonly order: readonly string[]; readonly conflicting: readonly string[] }

/** Tries to merge the requests in this order, each into the result of those before it. Nothing is stored. */
export async function tryMergesInOrder(
  objects: Objects,
  head: Hash,
  proposals: readonly Proposal[],
): Promise<MergeOrder> {
  const order: string[] = []
  const conflicting: string[] = []
  let theirs = head
  for (const { id, base, ours } of proposals) {
    const merged = await mergeHashes(objects, { base, theirs, ours })
    if ('root' in merged) {
      theirs = merged.root
      order.push(id)
    } else conflicting.push(id)
  }
  return { order, conflicting }
}
