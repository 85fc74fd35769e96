import type { PageEntry } from './entries.ts'
import type { Leaf } from './lists.ts'

/** The children of a page while they are being changed. */
export type Folder = {
  readonly entries: PageEntry[]
  leaves: readonly Leaf<PageEntry>[]
  isDirty: boolean
  /** Positions of the pages looked up so far, of all pages if `isIndexed`; cleared when positions shift. */
  positions: Map<string, number> | null
  isIndexed: boolean
  slugs: Set<string> | null
  lookups: number
}

export const folderOver = (leaves: readonly Leaf<PageEntry>[]): Folder => ({
  entries: leaves.flatMap(({ items }) => items),
  leaves,
  isDirty: false,
  positions: null,
  isIndexed: false,
  slugs: null,
  lookups: 0,
})

/** The first lookups search linearly; for more an index pays off. */
const INDEX_AFTER_LOOKUPS = 4

/** Caches its results, so that repeated lookups of a page cost nothing. */
export function positionIn(folder: Folder, id: string): number {
  const known = folder.positions?.get(id)
  if (known !== undefined) return known
  if (folder.isIndexed) return -1
  if (++folder.lookups <= INDEX_AFTER_LOOKUPS) {
    const index = folder.entries.findIndex((entry) => entry.id === id)
    if (index >= 0) folder.positions = (folder.positions ?? new Map()).set(id, index)
    return index
  }
  folder.positions = new Map(folder.entries.map((entry, index) => [entry.id, index]))
  folder.isIndexed = true
  return folder.positions.get(id) ?? -1
}

export const slugsOf = (folder: Folder): Pick<ReadonlySet<string>, 'has'> => ({
  has: (slug) => {
    const { entries } = folder
    if (folder.slugs === null && ++folder.lookups <= INDEX_AFTER_LOOKUPS) {
      return entries.some((entry) => entry.slug === slug && entry.type !== 'link')
    }
    folder.slugs ??= new Set(entries.filter(({ type }) => type !== 'link').map((entry) => entry.slug))
    return folder.slugs.has(slug)
  },
})

/** Inserts a page at an index; at the end if it is absent or too large. */
export function insertAt(folder: Folder, entry: PageEntry, at = folder.entries.length): void {
  const { entries } = folder
  if (at < entries.length) clearPositions(folder)
  else folder.positions?.set(entry.id, entries.length)
  entries.splice(at, 0, entry)
  if (entry.type !== 'link') folder.slugs?.add(entry.slug)
  folder.isDirty = true
}

export function removeAt(folder: Folder, index: number): void {
  const [entry] = folder.entries.splice(index, 1)
  clearPositions(folder)
  if (entry !== undefined && entry.type !== 'link') folder.slugs?.delete(entry.slug)
  folder.isDirty = true
}

function clearPositions(folder: Folder): void {
  folder.positions = null
  folder.isIndexed = false
}

/** Reorders the pages by these ids, which must be exactly theirs. */
export function reorder(folder: Folder, ids: readonly string[]): void {
  const { entries } = folder
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])
  if (ordered.length !== entries.length) throw new Error('An order names other pages than there are')
  if (ordered.every((entry, index) => entry === entries[index])) return
  for (const [index, entry] of ordered.entries()) entries[index] = entry
  clearPositions(folder)
  folder.isDirty = true
}
