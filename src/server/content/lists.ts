import type { Hash, Objects } from './objects.ts'

/** A stored run of items. A short list is one leaf; a long one has many leaves below nodes. */
export type Leaf<T> = { readonly hash: Hash; readonly items: readonly T[] }

/** `[hash, number of items below]` */
type Part = readonly [hash: Hash, count: number]
type Node = { readonly parts: readonly Part[] }

/** The maximum of items or parts in one object; longer lists are cut into runs of about half as many. */
const MAX_WHOLE = 128

/**
 * Writes a list so that a change of one item writes one run and the nodes above it, however long the list is. The ids
 * of the items alone decide where a run ends: equal lists have equal hashes, whatever their history. Runs that are
 * unchanged since `before` are neither encoded nor written again.
 * @returns null for an empty list
 */
export function writeList<T extends { readonly id: string }>(
  objects: Objects,
  items: readonly T[],
  encode: (item: T) => T,
  before: readonly Leaf<T>[] = [],
): { readonly hash: Hash; readonly leaves: readonly Leaf<T>[] } | null {
  if (items.length === 0) return null
  const leaves = reusedRuns(items, before).map((run) => {
    if ('hash' in run) return run
    const encoded = run.items.map(encode)
    return { hash: objects.putJson('list', encoded), items: encoded }
  })
  let parts: readonly Part[] = leaves.map(({ hash, items }) => [hash, items.length])
  while (parts.length > 1)
    parts = runsOf(parts, ([hash]) => endsRun(hash)).map((run) => nodeOver(objects, run))
  return { hash: parts[0]?.[0] ?? '', leaves }
}

/**
 * Cuts items into runs and reuses the runs of `before` that are complete, so that not all ids of a long list are
 * hashed again.
 */
function reusedRuns<T extends { readonly id: string }>(
  items: readonly T[],
  before: readonly Leaf<T>[],
): (Leaf<T> | { readonly items: readonly T[] })[] {
  const isWhole = items.length <= MAX_WHOLE
  // A list with a single leaf may have been short, so it was not cut where it must be now.
  const usable = before.length > 1 || isWhole ? before : []
  const known = new Map(usable.map((leaf) => [leaf.items[0], leaf]))
  const runs: (Leaf<T> | { readonly items: readonly T[] })[] = []
  for (let from = 0; from < items.length; ) {
    const leaf = known.get(items[from] as T)
    const to = from + (leaf?.items.length ?? 0)
    const isRun = isWhole || to === items.length || endsRun(leaf?.items.at(-1)?.id ?? '')
    if (
      leaf !== undefined &&
      isRun &&
      occursAt(items, from, leaf.items) &&
      (!isWhole || to === items.length)
    ) {
      runs.push(leaf)
      from = to
      continue
    }
    const end = isWhole ? items.length : endOfRun(items, from)
    runs.push({ items: items.slice(from, end) })
    from = end
  }
  return runs
}

function endOfRun(items: readonly { readonly id: string }[], from: number): number {
  let at = from
  while (at < items.length && !endsRun(items[at]?.id ?? '')) at++
  return Math.min(at + 1, items.length)
}

/** Reads many lists with one query per level. */
export async function readLists<T>(
  objects: Objects,
  hashes: readonly Hash[],
): Promise<ReadonlyMap<Hash, readonly Leaf<T>[]>> {
  const below = new Map<Hash, Node | readonly T[]>()
  let pending = [...new Set(hashes)]
  while (pending.length > 0) {
    const next: Hash[] = []
    for (const [hash, value] of await objects.readJson(pending)) {
      const object = value as Node | readonly T[]
      below.set(hash, object)
      if ('parts' in object) for (const [part] of object.parts) if (!below.has(part)) next.push(part)
    }
    pending = [...new Set(next)]
  }
  return new Map(hashes.map((hash) => [hash, leavesBelow(below, hash)]))
}

/** One list, in order. */
export async function readList<T>(objects: Objects, hash: Hash | undefined): Promise<readonly Leaf<T>[]> {
  if (hash === undefined) return []
  return (await readLists<T>(objects, [hash])).get(hash) ?? []
}

function leavesBelow<T>(below: ReadonlyMap<Hash, Node | readonly T[]>, hash: Hash): Leaf<T>[] {
  const object = below.get(hash)
  if (object === undefined) return []
  if (!('parts' in object)) return [{ hash, items: object }]
  return object.parts.flatMap(([part]) => leavesBelow(below, part))
}

const nodeOver = (objects: Objects, parts: readonly Part[]): Part => [
  objects.putJson('node', { parts }),
  parts.reduce((sum, [, count]) => sum + count, 0),
]

function runsOf<T>(items: readonly T[], isLast: (item: T) => boolean): (readonly T[])[] {
  if (items.length <= MAX_WHOLE) return [items]
  const runs: T[][] = []
  let run: T[] = []
  for (const item of items) {
    run.push(item)
    if (!isLast(item)) continue
    runs.push(run)
    run = []
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** True for one text in 64, by its FNV-1a hash. */
function endsRun(text: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) & 63) === 0
}

const occursAt = <T>(items: readonly T[], from: number, run: readonly T[]) =>
  from + run.length <= items.length && run.every((item, index) => item === items[from + index])
