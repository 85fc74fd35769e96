import type { LibraryItem } from '#contract/library.ts'
import { type Place, type Shelf, under, withItem, without } from './shelf.ts'

/** The shelves that are known, by the id of their collection; the top is under `''`. */
export type Shelves = {
  readonly shelves: Readonly<Record<string, Shelf>>
  /** `reading`: more are on their way. `pieces`: too many to read them all, each is read when it is opened. */
  readonly state: 'whole' | 'reading' | 'pieces'
}

export const keyOfShelf = (parentId: string | null): string => parentId ?? ''

export const shelfIn = (library: Shelves | undefined, parentId: string | null): Shelf | undefined =>
  library?.shelves[keyOfShelf(parentId)]

/**
 * Puts a list of everything, which comes shelf by shelf, onto the shelves. What stands in a collection out of sight
 * stands at the top; while not all is read it waits, since the collection may still come.
 */
export function shelvesOf(items: readonly LibraryItem[], state: 'whole' | 'reading'): Shelves {
  const collections = new Set(items.filter(({ object }) => object === 'collection').map(({ id }) => id))
  const found = new Map<string, LibraryItem[]>([['', []]])
  for (const id of state === 'whole' ? collections : []) found.set(id, [])
  for (const item of items) {
    const parent = item.parent ?? ''
    const isSeen = parent === '' || collections.has(parent)
    if (!isSeen && state === 'reading') continue
    const key = isSeen ? parent : ''
    const shelf = found.get(key)
    if (shelf) shelf.push(item)
    else found.set(key, [item])
  }
  const shelves = [...found].map(([id, on]): [string, Shelf] => [id, { items: on, count: on.length }])
  return { shelves: Object.fromEntries(shelves), state }
}

/** The library with one shelf put in or changed; `change` is not asked about a shelf that is not known. */
export function withShelf(
  library: Shelves,
  parentId: string | null,
  change: Shelf | ((shelf: Shelf) => Shelf),
): Shelves {
  const key = keyOfShelf(parentId)
  const before = library.shelves[key]
  if (typeof change === 'function' && !before) return library
  const shelf = typeof change === 'function' ? before && change(before) : change
  if (!shelf || shelf === before) return library
  return { ...library, shelves: { ...library.shelves, [key]: shelf } }
}

/** An item and the shelf it is shown on. */
export function findIn(
  library: Shelves,
  id: string,
): { readonly item: LibraryItem; readonly parentId: string | null; readonly shelf: Shelf } | undefined {
  for (const [key, shelf] of Object.entries(library.shelves)) {
    const item = shelf.items.find((one) => one.id === id)
    if (item) return { item, parentId: key === '' ? null : key, shelf }
  }
  return undefined
}

/** Every item from the top down, parents before what they hold. */
export function itemsIn(library: Shelves, parentId: string | null = null): LibraryItem[] {
  return (shelfIn(library, parentId)?.items ?? []).flatMap((item) =>
    item.object === 'collection' ? [item, ...itemsIn(library, item.id)] : [item],
  )
}

/** The library without an item, wherever it was shown. */
export function withoutItem(library: Shelves, id: string): Shelves {
  const found = findIn(library, id)
  return found ? withShelf(library, found.parentId, (shelf) => without(shelf, id)) : library
}

/** The library with an item at a place, and no longer where it was. */
export function movedIn(library: Shelves, item: LibraryItem, { parentId, position }: Place): Shelves {
  const rest = withoutItem(library, item.id)
  return withShelf(rest, parentId, (shelf) => withItem(shelf, under(item, parentId), position))
}
