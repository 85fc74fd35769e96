import type { LibraryItem } from '#contract/library.ts'
import { type Position, slotOf } from '#contract/shared/position.ts'
import { type ShelfNeighbour, shelfPlaceOf } from '#contract/shared/shelf.ts'

/** What stands directly in a collection, or at the top, as far as it is loaded. */
export type Shelf = {
  readonly items: readonly LibraryItem[]
  /** How many stand there in all. */
  readonly count: number
  /** Where the rows after the last loaded one begin; absent when all are there. */
  readonly next?: string | undefined
}

/** A place on the shelves: which shelf (null is the top), and beside which neighbour; at its end when none is named. */
export type Place = {
  readonly parentId: string | null
  readonly position: { readonly before?: ShelfNeighbour; readonly after?: ShelfNeighbour }
}

/** The place at the end of a shelf. */
export const endOf = (parentId: string | null): Place => ({ parentId, position: {} })

export const neighbourOf = (item: Pick<LibraryItem, 'object' | 'id'>): ShelfNeighbour =>
  item.object === 'space' ? { type: 'space', space: item.id } : { type: 'collection', collection: item.id }

/** The shelf once an item has left it. */
export function without(shelf: Shelf, id: string): Shelf {
  const items = shelf.items.filter((item) => item.id !== id)
  return items.length === shelf.items.length ? shelf : { ...shelf, items, count: shelf.count - 1 }
}

/**
 * The shelf once an item stands on it. Without a neighbour it stands at the end, which is out of sight while not all
 * rows are loaded; with one that is not there it stands at the end of what is.
 */
export function withItem(shelf: Shelf, item: LibraryItem, position: Place['position']): Shelf {
  const rest = without(shelf, item.id)
  const at = shelfPlaceOf(position)
  const count = rest.count + 1
  if (isEnd(at) && rest.next !== undefined) return { ...rest, count }
  const slot =
    slotOf(
      rest.items.map(({ id }) => id),
      at,
    ) ?? rest.items.length
  return { ...rest, count, items: [...rest.items.slice(0, slot), item, ...rest.items.slice(slot)] }
}

const isEnd = ({ before, after }: Position): boolean => before === undefined && after === undefined

/** The item as it is once it stands below another parent. */
export function under(item: LibraryItem, parentId: string | null): LibraryItem {
  const { parent: _left, ...rest } = item
  return parentId === null ? rest : { ...rest, parent: parentId }
}

/**
 * Where an item stands, said by a neighbour that stays: the one before it, else the one after it. Of several that
 * leave together each is put back before the next, so those before it count as there again.
 */
export function placeOn(
  shelf: Shelf,
  parentId: string | null,
  id: string,
  leaving: ReadonlySet<string> = new Set(),
): Place {
  const at = shelf.items.findIndex((item) => item.id === id)
  const before = shelf.items[at - 1]
  if (before) return { parentId, position: { after: neighbourOf(before) } }
  const after = shelf.items.slice(at + 1).find((item) => !leaving.has(item.id))
  return { parentId, position: after && at >= 0 ? { before: neighbourOf(after) } : {} }
}
