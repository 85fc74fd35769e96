import type { LibraryItem } from '#contract/library.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { counted, words } from '../../lib/words.ts'
import type { Shelf } from './shelf.ts'

/** A space or a collection in the tree. */
export type ItemRow = TreeRow & {
  readonly kind: LibraryItem['object']
  readonly item: LibraryItem
  /** Where it stands, in words; only in results, where the tree does not show it. */
  readonly where?: string
}

/** Says something in the place of rows: that they are on their way, or go on. */
export type NoteRow = TreeRow & {
  readonly kind: 'note'
  readonly says: 'loading' | 'more'
  /** The shelf it is about; null is the top. */
  readonly shelfId: string | null
}

export type LibraryRow = ItemRow | NoteRow

export const isItem = (row: LibraryRow): row is ItemRow => row.kind !== 'note'

export const titleOf = (item: Pick<LibraryItem, 'title'>): string => item.title || words.untitled

type Named = Pick<LibraryItem, 'object' | 'title'>

/** `“Handbook”`, or how many of what: `3 spaces`, `1 collection and 2 spaces`. */
export function namedOrCounted(items: readonly Named[]): string {
  const [first] = items
  if (items.length === 1 && first) return words.quoted(titleOf(first))
  const counts = (['collection', 'space'] as const).map((kind) => ({
    kind,
    count: items.filter(({ object }) => object === kind).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => counted(count, kind))
    .join(' and ')
}

type Scene = {
  /** The collection the tree is rooted in; null for the whole library. */
  readonly rootId: string | null
  /** The shelf of a parent, undefined while it is on its way. */
  readonly shelfOf: (parentId: string | null) => Shelf | undefined
  readonly isOpen: (id: string) => boolean
}

const noteTitles = {
  loading: words.loading,
  more: 'Loading more',
} as const

const takesAll = (kind: string): boolean => kind !== 'note'

/** The rows of the tree, parents before children; below a closed collection there are none. */
export function rowsOf({ rootId, shelfOf, isOpen }: Scene): LibraryRow[] {
  const rows: LibraryRow[] = []
  const addShelf = (shelfId: string | null, parentId: string | null, depth: number) => {
    const note = (says: NoteRow['says'], more = '') =>
      rows.push({
        kind: 'note',
        id: `${says} ${shelfId} ${more}`,
        says,
        shelfId,
        depth,
        parentId,
        title: noteTitles[says],
        canDrag: false,
        isBranch: false,
      })
    const shelf = shelfOf(shelfId)
    if (!shelf) {
      note('loading')
      return
    }
    for (const item of shelf.items) {
      rows.push(itemRow(item, depth, parentId))
      if (item.object === 'collection' && isOpen(item.id)) addShelf(item.id, item.id, depth + 1)
    }
    if (shelf.next !== undefined) note('more', String(shelf.items.length))
  }
  addShelf(rootId, null, 0)
  return rows
}

function itemRow(item: LibraryItem, depth: number, parentId: string | null): ItemRow {
  const isCollection = item.object === 'collection'
  return {
    kind: item.object,
    id: item.id,
    item,
    depth,
    parentId,
    title: titleOf(item),
    canDrag: item.permissions.admin,
    isBranch: isCollection,
    ...(isCollection && item.permissions.create ? { accepts: takesAll } : {}),
  }
}

/** Rows of a result: all at one depth, each with its place in words. */
export const resultRows = (
  items: readonly LibraryItem[],
  placeOf: (item: LibraryItem) => string | undefined,
): ItemRow[] =>
  items.map((item) => {
    const where = placeOf(item)
    return {
      kind: item.object,
      id: item.id,
      item,
      depth: 0,
      parentId: null,
      title: titleOf(item),
      canDrag: false,
      isBranch: false,
      ...(where === undefined ? {} : { where }),
    }
  })

/** Of chosen rows those that are not inside another chosen one: these are moved and deleted, the rest goes along. */
export function topmost(rows: readonly LibraryRow[], chosen: ReadonlySet<string>): ItemRow[] {
  const inside = new Set<string>()
  return rows.filter(isItem).filter((row) => {
    const goesAlong = row.parentId !== null && (chosen.has(row.parentId) || inside.has(row.parentId))
    if (goesAlong) inside.add(row.id)
    return chosen.has(row.id) && !goesAlong
  })
}
