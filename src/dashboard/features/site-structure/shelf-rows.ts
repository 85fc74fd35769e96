import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'
import { words } from '../../lib/words.ts'
import type { Brought } from './use-part-acts.ts'

/** A collection or a space of the library that can be shown on the site. */
export type ShelfRow = Brought & {
  readonly id: string
  readonly depth: number
  readonly emoji: string | undefined
  /** The collections around it, where it is shown without them. */
  readonly where?: string
}

type Placed = { readonly space: Space; readonly where: string | undefined }
type Shelf = { readonly spaces: readonly Placed[]; readonly collections: readonly Collection[] }

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The library as a tree; collections without a space that could be shown are left out. */
export function shelfRows({ spaces, collections }: Shelf, isOpen: (id: string) => boolean): ShelfRow[] {
  const known = new Set(collections.map(({ id }) => id))
  const parentOf = (parent: string | undefined) => (parent && known.has(parent) ? parent : null)
  const within = Map.groupBy(collections, ({ parent }) => parentOf(parent))
  const spacesIn = Map.groupBy(spaces, ({ space }) => parentOf(space.parent))
  const all = new Map<string, readonly Space[]>()
  const allIn = (id: string): readonly Space[] => {
    const found = all.get(id) ?? [
      ...(within.get(id) ?? []).flatMap((one) => allIn(one.id)),
      ...(spacesIn.get(id) ?? []).map(({ space }) => space),
    ]
    all.set(id, found)
    return found
  }
  const rowsIn = (parent: string | null, depth: number): ShelfRow[] => [
    ...(within.get(parent) ?? []).flatMap((collection) => {
      const inside = allIn(collection.id)
      if (inside.length === 0) return []
      const row = rowOfCollection(collection, inside, depth)
      return isOpen(collection.id) ? [row, ...rowsIn(collection.id, depth + 1)] : [row]
    }),
    ...(spacesIn.get(parent) ?? []).map(({ space }) => rowOfSpace(space, depth)),
  ]
  return rowsIn(null, 0)
}

const rowOfCollection = ({ id, title }: Collection, spaces: readonly Space[], depth: number): ShelfRow => ({
  ...{ id, depth, spaces, emoji: undefined, isCollection: true },
  title: title || words.untitled,
})

const rowOfSpace = (space: Space, depth: number): ShelfRow => ({
  ...{ id: space.id, depth, spaces: [space], emoji: space.emoji, isCollection: false },
  title: space.title || words.untitled,
})

/** What is called so, flat: collections first, then spaces with the collection they stand in. */
export function foundOnShelf(shelf: Shelf, text: string): ShelfRow[] {
  const asked = plain(text).split(/\s+/).filter(Boolean)
  const isCalled = ({ title }: ShelfRow) => asked.every((word) => plain(title).includes(word))
  const collections = shelfRows(shelf, () => true).filter(({ isCollection }) => isCollection)
  return [
    ...collections.map((row) => ({ ...row, depth: 0 })),
    ...shelf.spaces.map(({ space, where }) => ({ ...rowOfSpace(space, 0), ...(where ? { where } : {}) })),
  ].filter(isCalled)
}

/** Those chosen, without what stands in a collection that is chosen too. */
export function broughtFrom(rows: readonly ShelfRow[]): ShelfRow[] {
  const covered = new Set(
    rows.filter(({ isCollection }) => isCollection).flatMap(({ spaces }) => spaces.map(({ id }) => id)),
  )
  const tops = rows.filter(({ isCollection, id }) => isCollection || !covered.has(id))
  const inner = (row: ShelfRow) =>
    row.isCollection &&
    tops.some(
      (one) => one !== row && one.isCollection && one.spaces.length > row.spaces.length && holds(one, row),
    )
  return tops.filter((row) => !inner(row))
}

const holds = (one: ShelfRow, row: ShelfRow): boolean =>
  row.spaces.every(({ id }) => one.spaces.some((space) => space.id === id))
