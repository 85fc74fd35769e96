import type { LibraryItem } from '#contract/library.ts'
import type { LibraryNeighbor } from '#contract/shared/library-position.ts'
import { libraryPositionOf, type Position, slotOf } from '#contract/shared/position.ts'

/** Direct children of a collection, or of the top level, as far as they are loaded. */
export type Contents = {
  readonly items: readonly LibraryItem[]
  /** Total number of children. */
  readonly count: number
  /** Cursor of the next page; absent if all children are loaded. */
  readonly next?: string | undefined
}

/** Where an item is: its parent (null is the top level) and the neighbor it follows or precedes; last if there is none. */
export type ItemPosition = {
  readonly parentId: string | null
  readonly position: { readonly before?: LibraryNeighbor; readonly after?: LibraryNeighbor }
}

/** The last position in a collection. */
export const endOf = (parentId: string | null): ItemPosition => ({ parentId, position: {} })

export const neighborOf = (item: Pick<LibraryItem, 'object' | 'id'>): LibraryNeighbor =>
  item.object === 'space' ? { type: 'space', space: item.id } : { type: 'collection', collection: item.id }

/** The contents without one item. */
export function without(contents: Contents, id: string): Contents {
  const items = contents.items.filter((item) => item.id !== id)
  return items.length === contents.items.length ? contents : { ...contents, items, count: contents.count - 1 }
}

/**
 * The contents with an item at a position. Without a neighbor the item is last, so it is only counted while the last
 * rows are not loaded; with an unknown neighbor it goes to the end of the loaded rows.
 */
export function withItem(
  contents: Contents,
  item: LibraryItem,
  position: ItemPosition['position'],
): Contents {
  const remaining = without(contents, item.id)
  const at = libraryPositionOf(position)
  const count = remaining.count + 1
  if (isEnd(at) && remaining.next !== undefined) return { ...remaining, count }
  const slot =
    slotOf(
      remaining.items.map(({ id }) => id),
      at,
    ) ?? remaining.items.length
  return {
    ...remaining,
    count,
    items: [...remaining.items.slice(0, slot), item, ...remaining.items.slice(slot)],
  }
}

const isEnd = ({ before, after }: Position): boolean => before === undefined && after === undefined

/** The item with another parent. */
export function withParent(item: LibraryItem, parentId: string | null): LibraryItem {
  const { parent: _left, ...remaining } = item
  return parentId === null ? remaining : { ...remaining, parent: parentId }
}

/**
 * Position of an item relative to a neighbor that does not leave with it: the one before it, else the one after it.
 * Items that leave together come back one by one in order, so a neighbor before it is always there again.
 */
export function positionIn(
  contents: Contents,
  parentId: string | null,
  id: string,
  leaving: ReadonlySet<string> = new Set(),
): ItemPosition {
  const at = contents.items.findIndex((item) => item.id === id)
  const before = contents.items[at - 1]
  if (before) return { parentId, position: { after: neighborOf(before) } }
  const after = contents.items.slice(at + 1).find((item) => !leaving.has(item.id))
  return { parentId, position: after && at >= 0 ? { before: neighborOf(after) } : {} }
}

/** Loaded contents by collection id; the top level has the key `''`. */
export type Library = {
  readonly contents: Readonly<Record<string, Contents>>
  /** `loading`: more pages follow. `partial`: too large to read at once; each collection is read when it is opened. */
  readonly state: 'complete' | 'loading' | 'partial'
}

export const contentsKey = (parentId: string | null): string => parentId ?? ''

export const contentsOfParent = (
  library: Library | undefined,
  parentId: string | null,
): Contents | undefined => library?.contents[contentsKey(parentId)]

/**
 * Groups a list of all items by parent. Items whose collection the caller can't see are shown at the top level, but
 * only once everything is loaded: until then their collection may still arrive.
 */
export function libraryFrom(items: readonly LibraryItem[], state: 'complete' | 'loading'): Library {
  const collections = new Set(items.filter(({ object }) => object === 'collection').map(({ id }) => id))
  const match = new Map<string, LibraryItem[]>([['', []]])
  for (const id of state === 'complete' ? collections : []) match.set(id, [])
  for (const item of items) {
    const parent = item.parent ?? ''
    const isSeen = parent === '' || collections.has(parent)
    if (!isSeen && state === 'loading') continue
    const key = isSeen ? parent : ''
    const contents = match.get(key)
    if (contents) contents.push(item)
    else match.set(key, [item])
  }
  const contentsById = [...match].map(([id, on]): [string, Contents] => [id, { items: on, count: on.length }])
  return { contents: Object.fromEntries(contentsById), state }
}

/** The library with the contents of one collection replaced or updated; an update is ignored if they are not loaded. */
export function withContents(
  library: Library,
  parentId: string | null,
  change: Contents | ((contents: Contents) => Contents),
): Library {
  const key = contentsKey(parentId)
  const before = library.contents[key]
  if (typeof change === 'function' && !before) return library
  const contents = typeof change === 'function' ? before && change(before) : change
  if (!contents || contents === before) return library
  return { ...library, contents: { ...library.contents, [key]: contents } }
}

/** An item and the contents it is shown in. */
export function findItem(
  library: Library,
  id: string,
): { readonly item: LibraryItem; readonly parentId: string | null; readonly contents: Contents } | undefined {
  for (const [key, contents] of Object.entries(library.contents)) {
    const item = contents.items.find((one) => one.id === id)
    if (item) return { item, parentId: key === '' ? null : key, contents }
  }
  return undefined
}

/** All items below a collection, parents before children. */
export function itemsBelow(library: Library, parentId: string | null = null): LibraryItem[] {
  return (contentsOfParent(library, parentId)?.items ?? []).flatMap((item) =>
    item.object === 'collection' ? [item, ...itemsBelow(library, item.id)] : [item],
  )
}

/** The library without an item, wherever it was shown. */
export function withoutItem(library: Library, id: string): Library {
  const match = findItem(library, id)
  return match ? withContents(library, match.parentId, (contents) => without(contents, id)) : library
}

/** The library with an item moved to another position. */
export function withMovedItem(
  library: Library,
  item: LibraryItem,
  { parentId, position }: ItemPosition,
): Library {
  const remaining = withoutItem(library, item.id)
  return withContents(remaining, parentId, (contents) =>
    withItem(contents, withParent(item, parentId), position),
  )
}
