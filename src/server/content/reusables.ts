import { canonicalReusable, type ReusableEntry, type Root } from './entries.ts'
import { readList, writeList } from './lists.ts'
import type { Hash, Objects } from './objects.ts'

/** The reusable contents of one revision while they are being changed; existing are few, so all are read together. */
export function openReusables(objects: Objects, root: Root) {
  /** Added, changed or, if null, removed entries. */
  const changed = new Map<string, ReusableEntry | null>()
  const leaves = () => readList<ReusableEntry>(objects, root.reusables)

  async function of(id: string): Promise<ReusableEntry | null> {
    const known = changed.get(id)
    return known !== undefined
      ? known
      : ((await reusablesIn(objects, root)).find((one) => one.id === id) ?? null)
  }

  async function store(): Promise<Hash | undefined> {
    if (changed.size === 0) return root.reusables
    const before = await leaves()
    const old = before.flatMap(({ items }) => items)
    const existing = new Set(old.map(({ id }) => id))
    const remaining = old.flatMap((entry) => changed.get(entry.id) ?? (changed.has(entry.id) ? [] : [entry]))
    const added = [...changed].flatMap(([id, entry]) => (entry === null || existing.has(id) ? [] : [entry]))
    return writeList(objects, [...remaining, ...added], canonicalReusable, before)?.hash
  }

  return {
    of,
    store,
    /** The entry as it was when the tree was opened. */
    originalOf: async (id: string): Promise<ReusableEntry | undefined> =>
      (await reusablesIn(objects, root)).find((one) => one.id === id),
    put: (entry: ReusableEntry): void => void changed.set(entry.id, entry),
    remove: (id: string): void => void changed.set(id, null),
  }
}

/** The reusable contents of a revision, in the order of their creation. */
export async function reusablesIn(objects: Objects, root: Root): Promise<readonly ReusableEntry[]> {
  return (await readList<ReusableEntry>(objects, root.reusables)).flatMap(({ items }) => items)
}

/** Whether two states of a reusable content are equal. */
export const isSameReusable = (a: ReusableEntry, b: ReusableEntry): boolean =>
  a.title === b.title && a.body === b.body

/** How the reusable contents of two revisions differ. */
export async function diffReusables(objects: Objects, before: Root, after: Root) {
  if (before.reusables === after.reusables) return { added: [], removed: [], edited: [] }
  const [old, now] = [await reusablesIn(objects, before), await reusablesIn(objects, after)]
  const was = new Map(old.map((entry) => [entry.id, entry]))
  const is = new Map(now.map((entry) => [entry.id, entry]))
  return {
    added: now.filter(({ id }) => !was.has(id)),
    removed: old.filter(({ id }) => !is.has(id)),
    edited: now.filter((entry) => !isSameReusable(was.get(entry.id) ?? entry, entry)),
  }
}
